// Two hundred children at a time, never waited for: below the limit, so fine.
// expect: AC
// limits: time=2s memory=256MiB places=2
#include "attack.h"

int main(void) {
    for (int i = 0; i < 200; i++) {
        pid_t child = twin();
        if (child < 0) return 1;
        if (child == 0) {
            if (i % 2) pause();
            _exit(0);
        }
    }
    answer();
    return 0;
}
