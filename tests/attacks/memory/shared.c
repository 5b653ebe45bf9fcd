// Touches 100 MiB of shared memory.
// expect: MLE|RE
#include "attack.h"

int main(void) {
    touch(pages(100 * MIB, MAP_SHARED), 100 * MIB);
    usleep(100000);
    answer();
    return 0;
}
