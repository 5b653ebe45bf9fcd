// Divides by zero.
// expect: RE:signal:8
#include "attack.h"

int main(void) {
    answer();
    volatile int zero = 0;
    return 100 / zero;
}
