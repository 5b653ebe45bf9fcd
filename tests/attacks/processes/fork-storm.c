// The classic bomb: every process forks, refused or not.
// expect: RE:processes|TLE
// limits: memory=256MiB places=2
#include "attack.h"

int main(void) {
    int *count = shared_number();
    while (__atomic_load_n(count, __ATOMIC_RELAXED) < 2000)
        if (twin() == 0) __atomic_add_fetch(count, 1, __ATOMIC_RELAXED);
    sleep(LIFETIME);
    return 0;
}
