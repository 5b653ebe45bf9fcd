// Uses too much for a moment only, and gives it back before anybody looks.
// expect: MLE
#include "attack.h"

int main(void) {
    char *memory = pages(90 * MIB, MAP_PRIVATE);
    touch(memory, 90 * MIB);
    munmap(memory, 90 * MIB);
    answer();
    return 0;
}
