// Asks its parent to trace it, and waits for somebody to care about a signal.
// Refused it goes on; else it stands still until the wall time is over.
// expect: AC|ILE
#include "attack.h"

int main(void) {
    signal(SIGUSR1, SIG_IGN);
    signal(SIGUSR2, SIG_IGN);
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    raise(SIGUSR1);
    raise(SIGUSR2);
    answer();
    return 0;
}
