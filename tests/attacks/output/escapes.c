// Writes commands for a terminal to both streams; they may not reach one.
// expect: PE|WA
#include "attack.h"

int main(void) {
    for (int i = 1; i < 3; i++)
        dprintf(i, "\x1b]0;owned\x07\x1b[2J\x1b[31m\xc2\x9b" "31mAC\r\n\xff\xfe\x1b]52;c;aGk=\x07\n");
    return 0;
}
