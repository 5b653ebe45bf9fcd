// Kills itself: neither out of memory nor out of time.
// expect: RE:signal:9
#include "attack.h"

int main(void) {
    answer();
    raise(SIGKILL);
    return 0;
}
