// Jumps about in more memory than the caches hold.
// expect: TLE:cpu-time
#include "attack.h"

int main(void) {
    long size = 32 * MIB;
    volatile char *memory = pages(size, MAP_PRIVATE);
    for (unsigned long at = 1;; at = at * 6364136223846793005UL + 1442695040888963407UL)
        memory[(at >> 20) % size]++;
}
