// Eight children, each of them under the limit.
// expect: MLE
// limits: time=2s
#include "attack.h"

int main(void) {
    for (int i = 0; i < 8; i++)
        if (twin() == 0) {
            touch(pages(20 * MIB, MAP_PRIVATE), 20 * MIB);
            usleep(500000);
            _exit(0);
        }
    while (wait(0) > 0) {}
    answer();
    return 0;
}
