// The answer file is a link to the right answer.
// expect: WA:answer-file
#include "attack.h"

int main(void) {
    answer();
    return symlink("@ANSWER@", "mayan.out") != 0;
}
