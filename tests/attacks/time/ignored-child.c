// Lets a child count whose time is added to nobody: SIGCHLD is ignored.
// expect: TLE:cpu-time
#include "attack.h"

int main(void) {
    signal(SIGCHLD, SIG_IGN);
    if (twin() == 0) {
        burn(LIFETIME * 1000);
        _exit(0);
    }
    while (wait(0) > 0) {}
    answer();
    return 0;
}
