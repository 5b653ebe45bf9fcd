// Takes its limits away before it uses more.
// expect: TLE:cpu-time
#include "attack.h"

int main(void) {
    int which[] = {RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_NPROC, RLIMIT_AS, RLIMIT_DATA};
    for (int i = 0; i < 5; i++) {
        struct rlimit limit;
        getrlimit(which[i], &limit);
        limit.rlim_cur = limit.rlim_max;
        setrlimit(which[i], &limit);
        limit.rlim_cur = limit.rlim_max = RLIM_INFINITY;
        setrlimit(which[i], &limit);
    }
    burn(LIFETIME * 1000);
    answer();
    return 0;
}
