// 200 files that have no name any more and are held open.
// expect: AC|OLE|MLE
// limits: time=3s
#include "attack.h"

int main(void) {
    static char block[MIB];
    memset(block, 1, sizeof block);
    for (int i = 0; i < 200; i++) {
        int fd = open("nameless", O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (fd < 0 || write(fd, block, sizeof block) < 0) break;
        unlink("nameless");
    }
    answer();
    return 0;
}
