// A child that is killed by a signal is not the program.
// expect: AC
#include "attack.h"

int main(void) {
    if (twin() == 0) raise(SIGKILL);
    if (twin() == 0) abort();
    while (wait(0) > 0) {}
    answer();
    return 0;
}
