// The first thread ends, another one computes.
// expect: TLE:cpu-time
#include "attack.h"

static void *count(void *nothing) {
    burn(LIFETIME * 1000);
    return nothing;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, count, 0);
    pthread_exit(0);
}
