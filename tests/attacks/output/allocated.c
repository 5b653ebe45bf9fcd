// Asks for 300 MB of disk at once, deaf to the signal that refuses it.
// expect: AC|OLE
#include "attack.h"

int main(void) {
    signal(SIGXFSZ, SIG_IGN);
    int fd = open("large", O_RDWR | O_CREAT, 0600);
    if (fallocate(fd, 0, 0, 300000000L) == 0) leak("fallocate");
    answer();
    return 0;
}
