// Leaves a daemon with an abstract socket; the next testcase asks it.
// expect: AC
// limits: cases=2
#include "attack.h"

int main(void) {
    struct sockaddr_un name = {0};
    name.sun_family = AF_UNIX;
    strcpy(name.sun_path + 1, NAME);
    socklen_t size = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(NAME);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&name, size) == 0) leak("the daemon answers");
    else if (twin() == 0) {
        setsid();
        fd = socket(AF_UNIX, SOCK_STREAM, 0);
        if (fd >= 0 && bind(fd, (struct sockaddr *)&name, size) == 0) listen(fd, 9);
        for (;;) pause();
    }
    usleep(20000);
    answer();
    return 0;
}
