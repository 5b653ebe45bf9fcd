// Sleeps, and has printed the answer before.
// expect: ILE:wall-time
#include "attack.h"

int main(void) {
    answer();
    for (;;) pause();
}
