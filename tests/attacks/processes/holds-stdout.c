// A child holds the output, and spoils it when the program has ended.
// expect: AC
#include "attack.h"

int main(void) {
    answer();
    if (twin() == 0) {
        usleep(150000);
        answer();
        for (;;) pause();
    }
    return 0;
}
