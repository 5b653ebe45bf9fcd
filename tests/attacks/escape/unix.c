// Connects to a local service by its path and by its abstract name.
// expect: AC
#include "attack.h"

int main(void) {
    int kinds[] = {SOCK_STREAM, SOCK_SEQPACKET, SOCK_DGRAM};
    for (int i = 0; i < 3; i++) {
        struct sockaddr_un path = {0}, name = {0};
        path.sun_family = name.sun_family = AF_UNIX;
        strcpy(path.sun_path, "@UNIX@");
        strcpy(name.sun_path + 1, kinds[i] == SOCK_DGRAM ? "@ABSTRACT@d" : "@ABSTRACT@");
        socklen_t size = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name.sun_path + 1);
        int fd = socket(AF_UNIX, kinds[i], 0);
        if (fd >= 0) must_fail("UNIX by path", connect(fd, (struct sockaddr *)&path, sizeof path));
        fd = socket(AF_UNIX, kinds[i], 0);
        if (fd >= 0) must_fail("UNIX by name", connect(fd, (struct sockaddr *)&name, size));
        // A pair may be had; it must not be of use to reach others.
        int pair[2];
        if (socketpair(AF_UNIX, kinds[i], 0, pair) < 0) continue;
        struct sockaddr_un own = {0};
        own.sun_family = AF_UNIX;
        strcpy(own.sun_path, "own");
        bind(pair[1], (struct sockaddr *)&own, sizeof own);
        unlink("own");
        struct { struct sockaddr_un *of; socklen_t size; } all[] = {
            {&path, sizeof path}, {&name, size}, {&own, sizeof own}};
        for (int j = 0; j < 3; j++) {
            struct sockaddr *to = (struct sockaddr *)all[j].of;
            must_fail("another socket", connect(pair[0], to, all[j].size));
            if (kinds[i] != SOCK_DGRAM) continue;
            must_fail("a datagram", sendto(pair[0], "x", 1, 0, to, all[j].size));
        }
    }
    // Not even to itself: what has a path could be another's.
    int pair[2];
    must_fail("datagrams", socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, pair));
    answer();
    return 0;
}
