// System calls by the door for programs of 32 bits, which have other numbers.
// expect: AC|RE:signal:31|RE:signal:11
#include "attack.h"

#ifdef __x86_64__
static long call(long number, long first, long second, long third) {
    long result;
    __asm__ volatile("int $0x80"
                     : "=a"(result)
                     : "a"(number), "b"(first), "c"(second), "d"(third)
                     : "memory", "r8", "r9", "r10", "r11");
    return (int)result;
}
#endif

int main(void) {
    answer();
#ifdef __x86_64__
    must_fail("socket", call(359, AF_INET, SOCK_STREAM, 0));
    must_fail("unshare", call(310, CLONE_NEWUSER, 0, 0));
    must_fail("setsid by 32 bits", call(66, 0, 0, 0));
#endif
    return 0;
}
