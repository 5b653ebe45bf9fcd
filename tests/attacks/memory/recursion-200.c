// 200 MiB of recursion where the memory limit allows it.
// expect: AC
// limits: time=2s memory=512MiB
#include "attack.h"

static int deeper(int depth) {
    volatile char room[1000];
    room[depth % 1000] = (char)depth;
    return depth > 0 ? deeper(depth - 1) + room[depth % 1000] : 0;
}

int main(void) {
    volatile int sum = deeper(205000);
    (void)sum;
    answer();
    return 0;
}
