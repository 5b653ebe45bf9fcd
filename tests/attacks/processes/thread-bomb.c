// Starts threads until it is refused.
// expect: RE:processes
// limits: time=2s memory=256MiB places=2
#include "attack.h"

static void *rest(void *nothing) {
    sleep(LIFETIME);
    return nothing;
}

int main(void) {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 << 10);
    for (int i = 0; i < 2000; i++) {
        pthread_t thread;
        if (pthread_create(&thread, &small, rest, 0) != 0) break;
    }
    sleep(LIFETIME);
    return 0;
}
