// Ends while twenty children compute in groups of their own.
// expect: AC
// limits: time=2s
#include "attack.h"

int main(void) {
    for (int i = 0; i < 20; i++)
        if (twin() == 0) {
            setpgid(0, 0);
            burn(LIFETIME * 1000);
            _exit(0);
        }
    answer();
    return 0;
}
