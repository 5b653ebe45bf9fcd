// Uses more than half of its time, and does so again on the next testcase: what the
// first run used is not the second one's.
// expect: AC
// limits: time=400ms cases=2
#include "attack.h"

int main(void) {
    burn(240);
    answer();
    return 0;
}
