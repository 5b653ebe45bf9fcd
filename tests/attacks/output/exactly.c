// Prints as much as it may, to the byte.
// expect: AC
// limits: output=64KiB
#include "attack.h"

int main(void) {
    answer();
    for (int i = 18; i < (64 << 10) + 0; i++) putchar(' ');
    return 0;
}
