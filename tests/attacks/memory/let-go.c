// Fills shared memory, and lets go of each part of it at once: it is still there,
// though nobody is seen to have it.
// Where no control group counts such memory it is refused.
// expect: RE:exit-code:77
// expect root: MLE
#include "attack.h"

int main(void) {
    char *memory = pages(200 * MIB, MAP_SHARED);
    for (long at = 0; at < 200 * MIB; at += MIB) {
        touch(memory + at, MIB);
        madvise(memory + at, MIB, MADV_DONTNEED);
    }
    usleep(300000);
    if (memory[100 * MIB] != 1) return 1;
    answer();
    return 0;
}
