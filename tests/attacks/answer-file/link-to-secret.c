// The answer file is a link to a secret, which the report would show.
// expect: WA:answer-file
#include "attack.h"

int main(void) {
    answer();
    return symlink("@HOME_SECRET@", "mayan.out") != 0;
}
