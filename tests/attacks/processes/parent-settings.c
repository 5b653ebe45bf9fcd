// Changes limits, priority and processors of others - to what they are now,
// so that it does no harm where it may.
// expect: AC
#include "attack.h"

int main(void) {
    pid_t others[] = {getppid(), @NEIGHBOUR_PID@, @TEST_PID@};
    for (int i = 0; i < 3; i++) {
        pid_t pid = others[i];
        struct rlimit limit;
        cpu_set_t processors;
        if (pid <= 0) continue;
        if (prlimit(pid, RLIMIT_NOFILE, 0, &limit) == 0)
            must_fail("prlimit of another", prlimit(pid, RLIMIT_NOFILE, &limit, 0));
        errno = 0;
        int nice = getpriority(PRIO_PROCESS, pid);
        if (errno == 0) must_fail("setpriority of another", setpriority(PRIO_PROCESS, pid, nice));
        if (sched_getaffinity(pid, sizeof processors, &processors) == 0)
            must_fail("sched_setaffinity of another",
                      sched_setaffinity(pid, sizeof processors, &processors));
    }
    answer();
    return 0;
}
