// What is reported is what was touched.
// expect: AC
// peak: 30..34MiB
#include "attack.h"

int main(void) {
    touch(pages(30 * MIB, MAP_PRIVATE), 30 * MIB);
    answer();
    return 0;
}
