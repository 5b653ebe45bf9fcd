// Looks for descriptors that it was not meant to have, and for others' behind
// its own.
// expect: AC
#include "attack.h"

int main(void) {
    char bytes[64], path[64];
    for (int fd = 3; fd < 4096; fd++) {
        if (fcntl(fd, F_GETFD) < 0) continue;
        snprintf(path, sizeof path, "descriptor %d", fd);
        long size = pread(fd, bytes, sizeof bytes, 0);
        leak_bytes(path, bytes, size);
        if (openat(fd, "..", O_RDONLY) >= 0) leak("a folder's descriptor");
    }
    for (int fd = 0; fd < 16; fd++) {
        snprintf(path, sizeof path, "/proc/%d/fd/%d", getppid(), fd);
        if (open(path, O_RDONLY | O_NONBLOCK) >= 0) leak(path);
    }
    // What lies around the files that the streams are.
    for (int fd = 0; fd < 3; fd++) {
        snprintf(path, sizeof path, "/proc/self/fd/%d/..", fd);
        if (open(path, O_RDONLY) >= 0) leak(path);
    }
    answer();
    return 0;
}
