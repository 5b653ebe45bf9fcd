// Ignores the signal that says that a file is too big, and goes on printing.
// expect: OLE
// limits: time=2s
#include "attack.h"

int main(void) {
    static char line[4096];
    memset(line, ' ', sizeof line);
    signal(SIGXFSZ, SIG_IGN);
    answer();
    for (long i = 0; i < 50000; i++)
        if (write(1, line, sizeof line) < 0) break;
    return 0;
}
