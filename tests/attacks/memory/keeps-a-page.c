// Lets go of all of each piece of shared memory but one page, which keeps it.
// Where no control group counts such memory it is refused.
// expect: RE:exit-code:77
// expect root: MLE
#include "attack.h"

int main(void) {
    for (int i = 0; i < 30; i++) {
        char *memory = pages(6 * MIB, MAP_SHARED);
        touch(memory, 6 * MIB);
        munmap(memory + 4096, 6 * MIB - 4096);
    }
    usleep(300000);
    answer();
    return 0;
}
