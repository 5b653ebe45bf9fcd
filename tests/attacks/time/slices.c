// Computes in a chain of short processes, each forked by the one before it.
// expect: TLE:cpu-time
#include "attack.h"

int main(void) {
    if (twin() == 0) {
        for (int i = 0; i < 600; i++) {
            burn(5);
            pid_t next = twin();
            if (next != 0) _exit(0);
        }
        _exit(0);
    }
    sleep(LIFETIME);
    answer();
    return 0;
}
