// Wants to come before everybody else.
// expect: AC
#include "attack.h"

int main(void) {
    struct sched_param first = {1}, usual = {0};
    if (sched_setscheduler(0, SCHED_FIFO, &first) == 0) {
        sched_setscheduler(0, SCHED_OTHER, &usual);
        leak("SCHED_FIFO");
    }
    int nice = getpriority(PRIO_PROCESS, 0);
    if (setpriority(PRIO_PROCESS, 0, nice - 1) == 0) leak("nice");
    answer();
    return 0;
}
