// Wants more input than there is, and asks again and again.
// expect: TLE:cpu-time
#include "attack.h"

int main(void) {
    int number, sum = 0;
    for (;;) {
        if (scanf("%d", &number) == 1) sum += number;
        else clearerr(stdin);
    }
}
