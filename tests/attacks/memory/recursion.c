// Recursion without an end (but 1400 MiB).
// expect: MLE|RE:signal:11
// limits: time=2s
#include "attack.h"

static int deeper(int depth) {
    volatile char room[1 << 20];
    for (int at = 0; at < 1 << 20; at += 4096) room[at] = (char)depth;
    return depth < 1400 ? deeper(depth + 1) + room[depth] : 0;
}

int main(void) { return deeper(0) & 0; }
