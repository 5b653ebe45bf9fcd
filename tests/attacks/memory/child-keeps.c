// A child keeps shared memory, from /dev/zero if there is one, that it has
// never touched and that its parent has filled and given up.
// Where no control group counts such memory it is refused.
// expect: RE:exit-code:77
// expect root: MLE
#include "attack.h"

int main(void) {
    int zero = open("/dev/zero", O_RDWR);
    char *memory = (char *)mmap(0, 200 * MIB, PROT_READ | PROT_WRITE, MAP_SHARED, zero, 0);
    if (memory == MAP_FAILED) memory = pages(200 * MIB, MAP_SHARED);
    int ready[2];
    if (pipe(ready)) return 1;
    if (twin() == 0) {
        close(ready[1]);
        char byte;
        read(ready[0], &byte, 1);
        _exit(0);
    }
    for (long at = 0; at < 200 * MIB; at += 10 * MIB) {
        touch(memory + at, 10 * MIB);
        munmap(memory + at, 10 * MIB);
    }
    usleep(300000);
    answer();
    return 0;
}
