// Stops itself: nobody's parent continues it.
// expect: ILE:wall-time
#include "attack.h"

int main(void) {
    for (;;) raise(SIGSTOP);
}
