// 200 files that are each within the limit. Together they may be refused, or be
// too much output, or too much memory where the folder is made of that.
// expect: AC|OLE|MLE
// limits: time=3s
#include "attack.h"

int main(void) {
    static char block[MIB];
    memset(block, 1, sizeof block);
    for (int i = 0; i < 200; i++) {
        char name[32];
        snprintf(name, sizeof name, "file-%d", i);
        int fd = open(name, O_WRONLY | O_CREAT, 0600);
        if (fd < 0 || write(fd, block, sizeof block) < 0) break;
        close(fd);
    }
    answer();
    return 0;
}
