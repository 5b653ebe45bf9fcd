// Makes siblings instead of children: processes whose parent is the judge's,
// one that fails at once and one that stays.
// expect: AC
#include "attack.h"

int main(void) {
    if (syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0) == 0) _exit(42);
    if (syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0) == 0) {
        alarm(LIFETIME);
        for (;;) pause();
    }
    usleep(100000);
    answer();
    return 0;
}
