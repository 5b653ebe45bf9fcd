// Fills its folder with files none of which is too large, and goes on.
// expect: OLE
#include "attack.h"

int main(void) {
    static char bytes[1 << 19];
    memset(bytes, 1, sizeof bytes);
    for (int i = 0; i < 100; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d", i);
        int fd = open(name, O_WRONLY | O_CREAT, 0600);
        if (fd < 0 || write(fd, bytes, sizeof bytes) < 0) break;
        close(fd);
    }
    usleep(200000);
    answer();
    return 0;
}
