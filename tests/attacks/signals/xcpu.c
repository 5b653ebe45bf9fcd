// Claims that its time is over: the time that it used says otherwise.
// expect: RE:signal:24
#include "attack.h"

int main(void) {
    answer();
    raise(SIGXCPU);
    return 0;
}
