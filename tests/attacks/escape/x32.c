// System calls by their numbers of x32, which a list of numbers overlooks.
// expect: AC|RE:signal:31
#include "attack.h"

int main(void) {
    answer();
#ifdef __x86_64__
    long x32 = 0x40000000;
    must_fail("socket", syscall(x32 | SYS_socket, AF_INET, SOCK_STREAM, 0));
    must_fail("unshare", syscall(x32 | SYS_unshare, CLONE_NEWUSER));
    must_fail("memfd_create", syscall(x32 | SYS_memfd_create, NAME, 0));
    must_fail("io_uring_setup", syscall(x32 | 425, 4, 0));
#endif
    return 0;
}
