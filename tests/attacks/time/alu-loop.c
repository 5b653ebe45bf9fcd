// Counts.
// expect: TLE:cpu-time
#include "attack.h"

int main(void) {
    for (volatile long i = 0;; i++) {}
}
