// Keeps memory in the buffers of sockets, where no limit of a process sees it.
// expect: AC
#include "attack.h"

int main(void) {
    int pair[2], size = 16 * MIB;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0) {
        if (setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof size) == 0) leak("a large buffer");
    }
    answer();
    return 0;
}
