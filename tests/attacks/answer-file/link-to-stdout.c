// The answer file is a link into /proc.
// expect: WA:answer-file
#include "attack.h"

int main(void) {
    answer();
    return symlink("/proc/self/fd/1", "mayan.out") != 0;
}
