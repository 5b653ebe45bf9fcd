// Prints without an end.
// expect: OLE
// limits: time=2s
#include "attack.h"

int main(void) {
    for (long i = 0; i < 20 * MIB; i++) puts("2 1 1 again");
    return 0;
}
