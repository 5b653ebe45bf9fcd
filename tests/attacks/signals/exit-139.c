// An exit code that shells use for SIGSEGV.
// expect: RE:exit-code:139
#include "attack.h"

int main(void) {
    answer();
    return 139;
}
