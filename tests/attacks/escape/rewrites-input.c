// Writes to its input in all ways there are; the second testcase has the same
// input and must see it unchanged.
// expect: AC
// limits: cases=2
#include "attack.h"

int main(void) {
    const char *right = "3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n";
    const char *paths[] = {"/proc/self/fd/0", "/dev/stdin", "/dev/fd/0", "mayan.in", "@INPUT@"};
    char bytes[256];
    long size = read(0, bytes, sizeof bytes);
    if (size != (long)strlen(right) || memcmp(bytes, right, size) != 0)
        leak_bytes("the input is another", bytes, size);
    int in = open("mayan.in", O_RDONLY);
    size = read(in, bytes, sizeof bytes);
    if (size != (long)strlen(right) || memcmp(bytes, right, size) != 0)
        leak_bytes("mayan.in is another", bytes, size);
    if (pwrite(0, "9", 1, 0) == 1) leak("standard input can be written");
    if (ftruncate(0, 1) == 0) leak("standard input can be cut");
    fchmod(0, 0666);
    for (int i = 0; i < 5; i++) {
        int fd = open(paths[i], O_RDWR);
        if (fd < 0) continue;
        if (pwrite(fd, "9", 1, 0) == 1 && i != 3) leak(paths[i]);
        if (ftruncate(fd, 3) == 0 && i != 3) leak(paths[i]);
        void *map = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (map != MAP_FAILED && i != 3) leak("a writable map of the input");
        close(fd);
    }
    unlink("mayan.in");
    answer();
    return 0;
}
