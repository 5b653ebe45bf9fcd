// As before, in many short children: whoever only looks now and then sees none
// of them for long. Without the kernel's accounts the wall time may be first.
// expect: TLE:cpu-time|ILE:wall-time
// expect root: TLE:cpu-time
#include "attack.h"

int main(void) {
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 1000; i++) {
        if (twin() == 0) {
            burn(3);
            _exit(0);
        }
        while (wait(0) > 0) {}
    }
    answer();
    return 0;
}
