// Leaves commands behind that it did not write: sleep in a new session.
// expect: AC
#include "attack.h"

int main(void) {
    for (int i = 0; i < 4; i++)
        if (twin() == 0) {
            setsid();
            execl("/bin/sh", "sh", "-c", "trap '' TERM HUP INT; sleep 20; : " NAME, (char *)0);
            _exit(1);
        }
    usleep(30000);
    answer();
    return 0;
}
