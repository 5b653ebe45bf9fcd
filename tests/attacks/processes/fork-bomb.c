// Forks until it is refused, and keeps what it got.
// expect: RE:processes
// limits: time=2s memory=256MiB places=2
#include "attack.h"

int main(void) {
    int *count = shared_number();
    while (__atomic_add_fetch(count, 1, __ATOMIC_RELAXED) < 2000)
        if (twin() < 0) break;
    sleep(LIFETIME);
    return 0;
}
