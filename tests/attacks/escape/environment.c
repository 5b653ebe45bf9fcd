// Looks for the judge's environment.
// expect: AC
#include "attack.h"

extern char **environ;

int main(void) {
    char bytes[65536], path[64];
    for (char **it = environ; *it; it++)
        if (strstr(*it, "SECRET") || strstr(*it, "hunter2") || strstr(*it, "TOKEN"))
            leak_bytes("environment", *it, (long)strlen(*it));
    pid_t others[] = {getpid(), getppid(), 1};
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "/proc/%d/environ", others[i]);
        int fd = open(path, O_RDONLY);
        long size = fd < 0 ? 0 : read(fd, bytes, sizeof bytes);
        if (size > 0 && memmem(bytes, size, "hunter2", 7)) leak(path);
        close(fd);
    }
    answer();
    return 0;
}
