// Types into the terminal of whoever runs the judge.
// expect: AC
#include "attack.h"

int main(void) {
    int streams[] = {0, 1, 2, open("/dev/tty", O_RDWR), open("/dev/console", O_RDWR | O_NOCTTY),
                     open("/dev/tty1", O_RDWR | O_NOCTTY)};
    char blank = ' ';
    for (int i = 0; i < 6; i++) {
        must_fail("TIOCSTI", ioctl(streams[i], TIOCSTI, &blank));
        if (i > 2) must_fail("a terminal", streams[i]);
    }
    must_not_list("/dev/pts");
    answer();
    return 0;
}
