// Opens for writing what it must not write, to append nothing.
// expect: AC
#include "attack.h"

int main(void) {
    const char *files[] = {"@ANSWER@", "@INPUT@", "@OTHER@", "@HOME_SECRET@",
                           "/etc/passwd", "/etc/hosts", "/bin/sh", "/usr/bin/python3",
                           "/proc/sys/kernel/hostname", "/proc/sys/kernel/core_pattern",
                           "/proc/sys/vm/drop_caches", "/proc/sysrq-trigger",
                           "/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/memory/cgroup.procs",
                           "/sys/fs/cgroup/pids/cgroup.procs", "/proc/1/oom_score_adj",
                           "/proc/@NEIGHBOUR_PID@/oom_score_adj", "/proc/1/comm",
                           "/proc/@NEIGHBOUR_PID@/comm", "/proc/@TEST_PID@/comm"};
    for (int i = 0; i < 20; i++) must_fail(files[i], open(files[i], O_WRONLY | O_APPEND));
    for (int i = 0; i < 4; i++) {
        struct stat it;
        if (stat(files[i], &it) == 0) must_fail("truncate", truncate(files[i], it.st_size));
    }
    const char *folders[] = {"/", "/usr", "/usr/bin", "/usr/lib", "/usr/local/bin", "/bin", "/lib",
                             "/etc", "/var", "/run", "/root", "/home", "/opt", "/srv", "/boot",
                             "/sys/fs/cgroup", "/proc/self/root"};
    for (int i = 0; i < 17; i++) must_not_create_in(folders[i]);
    answer();
    return 0;
}
