// Complains without an end, after the right answer.
// expect: OLE
// limits: time=2s
#include "attack.h"

int main(void) {
    static char line[4096];
    memset(line, 'x', sizeof line);
    answer();
    for (long i = 0; i < 50000; i++)
        if (write(2, line, sizeof line) < 0) return 0;
    return 0;
}
