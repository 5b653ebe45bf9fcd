// The answer file may not be read. A judge that can all the same may take it.
// expect: AC|WA:answer-file
// expect user-bare: AC|WA:answer-file|RE:exit-code
#include "attack.h"

int main(void) {
    int fd = open("mayan.out", O_WRONLY | O_CREAT, 0);
    dup2(fd, 1);
    answer();
    return fchmod(fd, 0) != 0;
}
