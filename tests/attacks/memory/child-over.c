// A child goes over the limit, and nobody asks what became of it.
// expect: MLE
// limits: time=1s
#include "attack.h"

int main(void) {
    if (twin() == 0) {
        touch(pages(200 * MIB, MAP_PRIVATE), 200 * MIB);
        _exit(0);
    }
    while (wait(0) > 0) {}
    answer();
    return 0;
}
