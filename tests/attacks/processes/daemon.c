// A daemon by the book: forks twice, a session of its own, deaf to signals,
// no stream of the program's left open.
// expect: AC
#include "attack.h"

int main(void) {
    if (twin() == 0) {
        setsid();
        if (twin() == 0) {
            for (int number = 1; number < 65; number++)
                if (number != SIGALRM) signal(number, SIG_IGN);
            if (chdir("/") != 0) _exit(1);
            for (int fd = 0; fd < 64; fd++) close(fd);
            for (;;) pause();
        }
        _exit(0);
    }
    while (wait(0) > 0) {}
    usleep(20000);
    answer();
    return 0;
}
