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
        if (socketpair(AF_UNIX, kinds[i], 0, pair) == 0 && kinds[i] == SOCK_DGRAM) {
            if (sendto(pair[0], "x", 1, 0, (struct sockaddr *)&name, size) == 1) leak("a datagram");
            connect(pair[0], (struct sockaddr *)&name, size);
        }
    }
    answer();
    return 0;
}
