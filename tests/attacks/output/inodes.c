// 200,000 empty files, or what eight seconds are enough for.
// expect: AC|OLE|MLE
// limits: time=20s
#include "attack.h"

int main(void) {
    for (int i = 0; i < 200000 && used() < 8000; i++) {
        char name[32];
        snprintf(name, sizeof name, "%d", i);
        int fd = open(name, O_WRONLY | O_CREAT, 0600);
        if (fd < 0) break;
        close(fd);
    }
    answer();
    return 0;
}
