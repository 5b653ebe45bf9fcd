// Four threads use 150 ms each and end: 600 ms of CPU, in less time than that.
// expect: TLE:cpu-time
#include "attack.h"

static void *part(void *nothing) {
    struct timespec now;
    do {
        for (volatile int i = 0; i < 10000; i++) {}
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    } while (now.tv_sec == 0 && now.tv_nsec < 150000000);
    return nothing;
}

int main(void) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, part, 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
    answer();
    return 0;
}
