// The answer file is a device that never ends - if that may be made at all.
// expect: AC
#include "attack.h"

int main(void) {
    must_fail("a device", mknod("mayan.out", S_IFCHR | 0666, makedev(1, 5)));
    answer();
    return 0;
}
