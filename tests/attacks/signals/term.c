// Ends itself by SIGTERM.
// expect: RE:signal:15
#include "attack.h"

int main(void) {
    answer();
    raise(SIGTERM);
    return 0;
}
