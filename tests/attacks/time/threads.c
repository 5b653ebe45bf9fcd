// Eight threads count; together they are over the limit.
// expect: TLE:cpu-time
#include "attack.h"

static void *count(void *nothing) {
    for (volatile long i = 0;; i++) {}
    return nothing;
}

int main(void) {
    pthread_t threads[8];
    for (int i = 0; i < 8; i++) pthread_create(&threads[i], 0, count, 0);
    pthread_join(threads[0], 0);
    return 0;
}
