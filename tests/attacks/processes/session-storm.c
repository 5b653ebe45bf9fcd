// Every process forks, deaf, with the lowest priority, and would have a session
// of its own: to the scheduler each would be a party of its own.
// expect: RE:processes
// limits: time=2s memory=256MiB places=2
#include "attack.h"

int main(void) {
    time_t end = time(0) + LIFETIME;
    for (int i = 1; i < 65; i++)
        if (i != SIGALRM) signal(i, SIG_IGN);
    answer();
    while (time(0) < end)
        if (twin() == 0) {
            setsid();
            nice(19);
        }
    return 0;
}
