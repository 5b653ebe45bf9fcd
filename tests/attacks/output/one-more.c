// Prints one byte more than it may.
// expect: OLE
// limits: output=64KiB
#include "attack.h"

int main(void) {
    answer();
    for (int i = 18; i < (64 << 10) + 1; i++) putchar(' ');
    return 0;
}
