// Kills itself with much memory and time used, but neither over the limit.
// expect: RE:signal:9
// limits: time=1s
#include "attack.h"

int main(void) {
    touch(pages(40 * MIB, MAP_PRIVATE), 40 * MIB);
    burn(300);
    raise(SIGKILL);
    return 0;
}
