// Enters the namespaces of others, and its own anew.
// expect: AC
#include "attack.h"

int main(void) {
    const char *kinds[] = {"mnt", "pid", "net", "ipc", "uts", "user", "cgroup"};
    int pids[] = {1, getppid(), getpid(), @NEIGHBOUR_PID@, @TEST_PID@};
    for (int i = 0; i < 5; i++)
        for (int kind = 0; kind < 7; kind++) {
            char path[64];
            snprintf(path, sizeof path, "/proc/%d/ns/%s", pids[i], kinds[kind]);
            int fd = open(path, O_RDONLY);
            if (fd >= 0 && setns(fd, 0) == 0) leak(path);
            close(fd);
        }
    answer();
    return 0;
}
