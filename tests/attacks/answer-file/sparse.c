// The answer file is 10 GB long.
// expect: OLE
#include "attack.h"

int main(void) {
    int fd = open("mayan.out", O_RDWR | O_CREAT, 0644);
    answer();
    if (ftruncate(fd, 10000000000L) == 0) sleep(1);
    return 0;
}
