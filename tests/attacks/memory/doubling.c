// Doubles a block, up to a gigabyte.
// expect: MLE
// limits: time=1s
#include "attack.h"

int main(void) {
    char *memory = 0;
    for (long size = MIB; size <= 1024 * MIB; size *= 2) {
        memory = (char *)realloc(memory, size);
        if (!memory) return 3;
        memset(memory, 1, size);
    }
    answer();
    return 0;
}
