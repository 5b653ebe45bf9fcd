// Touches 100 MiB of shared memory.
// Where no control group counts such memory it is refused.
// expect: RE:exit-code:77
// expect root: MLE
#include "attack.h"

int main(void) {
    touch(pages(100 * MIB, MAP_SHARED), 100 * MIB);
    usleep(100000);
    answer();
    return 0;
}
