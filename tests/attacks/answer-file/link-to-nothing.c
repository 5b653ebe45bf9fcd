// The answer file is a link to what isn't there.
// expect: WA:answer-file
#include "attack.h"

int main(void) {
    answer();
    return symlink("nowhere", "mayan.out") != 0;
}
