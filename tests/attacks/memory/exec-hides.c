// Uses too much, then becomes another program, whose peak begins anew.
// expect: MLE
#include "attack.h"

int main(int count, char **arguments) {
    (void)arguments;
    if (count > 1) {
        answer();
        return 0;
    }
    touch(pages(100 * MIB, MAP_PRIVATE), 100 * MIB);
    char *const again[] = {(char *)NAME, (char *)"again", 0};
    execv("/proc/self/exe", again);
    return 1;
}
