// A child of a moment uses too much; as SIGCHLD is ignored its peak is added
// to nobody's.
// expect: MLE
#include "attack.h"

int main(void) {
    signal(SIGCHLD, SIG_IGN);
    if (twin() == 0) {
        touch(pages(100 * MIB, MAP_PRIVATE), 100 * MIB);
        usleep(30000);
        _exit(0);
    }
    while (wait(0) > 0) {}
    answer();
    return 0;
}
