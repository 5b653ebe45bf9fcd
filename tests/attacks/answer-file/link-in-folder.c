// The answer file is a link to a fine file beside it.
// expect: WA:answer-file
#include "attack.h"

int main(void) {
    int fd = open("beside", O_WRONLY | O_CREAT, 0644);
    dup2(fd, 1);
    answer();
    return symlink("beside", "mayan.out") != 0;
}
