// Kills everything it may. Where others could be hit it only asks whether it
// may: the neighbour and the test are not its business.
// expect: AC
#include "attack.h"

int main(void) {
    int others[] = {@NEIGHBOUR_PID@, @TEST_PID@};
    for (int i = 0; i < 2; i++) must_fail("kill of a stranger", kill(others[i], 0));
    if (alone()) {
        pid_t child = twin();
        if (child == 0)
            for (;;) pause();
        kill(-1, SIGTERM);
        kill(-1, SIGKILL);
    }
    answer();
    return 0;
}
