// A child stays and keeps replacing the answer file: a wrong one, a link to the
// right answer, a FIFO. Whatever is collected, it can't be right.
// expect: WA
#include "attack.h"

static void wrong(const char *name) {
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    dprintf(fd, "-1\n");
    close(fd);
}

int main(void) {
    wrong("mayan.out");
    if (twin() == 0) {
        setsid();
        for (time_t end = time(0) + LIFETIME; time(0) < end;) {
            wrong("a");
            rename("a", "mayan.out");
            if (symlink("@ANSWER@", "b") == 0) rename("b", "mayan.out");
            if (mkfifo("c", 0666) == 0) rename("c", "mayan.out");
            wrong("a");
            rename("a", "mayan.out");
        }
        _exit(0);
    }
    usleep(20000);
    return 0;
}
