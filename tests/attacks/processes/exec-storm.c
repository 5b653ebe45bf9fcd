// Two hundred processes that become themselves again all the time: who looks at
// one of them waits for it.
// expect: TLE|RE:processes
// limits: time=1s memory=256MiB places=2
#include "attack.h"

int main(int count, char **arguments) {
    char until[24];
    time_t end = count > 1 ? atol(arguments[1]) : time(0) + LIFETIME;
    if (time(0) > end) return 0;
    if (count == 1)
        for (int i = 0; i < 200; i++)
            if (twin() == 0) break;
    snprintf(until, sizeof until, "%ld", (long)end);
    execl("/proc/self/exe", "again", until, (char *)0);
    execl(arguments[0], arguments[0], until, (char *)0);
    return 0;
}
