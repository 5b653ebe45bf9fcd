// Hoards memory in nameless files: it belongs to no process.
// expect: AC
// limits: time=1s
#include "attack.h"

static char block[512 << 10];

int main(void) {
    long size = 0;
    memset(block, 1, sizeof block);
    for (int file = 0; file < 400; file++) {
        int fd = (int)syscall(SYS_memfd_create, NAME, 0);
        if (fd >= 0) size += write(fd, block, sizeof block) > 0;
    }
    if (size > 0) leak("memfd_create");
    answer();
    return 0;
}
