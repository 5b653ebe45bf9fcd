// The answer file has a second name: that of the right answer if possible.
// expect: WA:answer-file
#include "attack.h"

int main(void) {
    answer();
    if (link("@ANSWER@", "mayan.out") == 0) {
        leak("a hard link to the answer");
        return 0;
    }
    if (link("mayan.in", "mayan.out") == 0) return 0;
    int fd = open("second", O_WRONLY | O_CREAT, 0644);
    dup2(fd, 1);
    answer();
    return link("second", "mayan.out") != 0;
}
