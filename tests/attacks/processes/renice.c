// Puts all processes of its user last in the queue for the CPU.
// expect: AC
#include "attack.h"

int main(void) {
    setpriority(PRIO_USER, 0, 19);
    errno = 0;
    if (getpriority(PRIO_PROCESS, @NEIGHBOUR_PID@) == 19 && errno == 0) leak("a neighbour's place");
    if (getpriority(PRIO_PROCESS, getppid()) == 19) leak("the parent's place");
    answer();
    return 0;
}
