// An orphan in a session of its own computes while the program sleeps.
// expect: TLE:cpu-time
#include "attack.h"

int main(void) {
    if (twin() == 0) {
        setsid();
        if (twin() == 0) burn(LIFETIME * 1000);
        _exit(0);
    }
    sleep(LIFETIME);
    answer();
    return 0;
}
