// An exit code that shells use for SIGKILL.
// expect: RE:exit-code:137
#include "attack.h"

int main(void) {
    answer();
    return 137;
}
