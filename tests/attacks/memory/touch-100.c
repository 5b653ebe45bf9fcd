// Touches 100 MiB.
// expect: MLE
#include "attack.h"

int main(void) {
    touch(pages(100 * MIB, MAP_PRIVATE), 100 * MIB);
    answer();
    return 0;
}
