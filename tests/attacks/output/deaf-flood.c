// Prints without an end on both streams, and doesn't mind that it fails.
// expect: OLE
// limits: time=2s
#include "attack.h"

int main(void) {
    static char text[65536];
    memset(text, '1', sizeof text);
    signal(SIGXFSZ, SIG_IGN);
    for (;;) {
        write(1, text, sizeof text);
        write(2, text, sizeof text);
    }
}
