// A file of 10 GB with nothing in it.
// expect: OLE
#include "attack.h"

int main(void) {
    int fd = open("large", O_RDWR | O_CREAT, 0600);
    answer();
    if (ftruncate(fd, 10000000000L) == 0) sleep(1);
    return 0;
}
