// Writes where nothing is.
// expect: RE:signal:11
#include "attack.h"

int main(void) {
    answer();
    *(volatile int *)16 = 1;
    return 0;
}
