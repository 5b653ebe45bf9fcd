// Eight processes in sessions of their own that are never the same for long:
// each forks a successor and exits. None may outlive the program.
// expect: AC
// limits: time=3s
#include "attack.h"

int main(void) {
    time_t end = time(0) + LIFETIME;
    for (int i = 0; i < 8; i++)
        if (twin() == 0) {
            for (int round = 0; round < 100000 && time(0) < end; round++) {
                setsid();
                // Or so many have ended that none could be waited for yet.
                usleep(50);
                pid_t next = twin();
                if (next > 0) _exit(0);
                if (next < 0) usleep(100);
            }
            _exit(0);
        }
    usleep(50000);
    answer();
    return 0;
}
