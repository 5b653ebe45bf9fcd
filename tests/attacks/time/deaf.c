// Ignores every signal that could tell it to end.
// expect: TLE:cpu-time
#include "attack.h"

static void again(int number) { (void)number; }

int main(void) {
    for (int number = 1; number < 65; number++)
        if (number != SIGALRM) signal(number, number % 2 ? SIG_IGN : again);
    signal(SIGXCPU, again);
    for (volatile long i = 0;; i++) {}
}
