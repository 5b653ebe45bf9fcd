// Writes to a pipe that nobody reads.
// expect: RE:signal:13
#include "attack.h"

int main(void) {
    answer();
    int ends[2];
    if (pipe(ends) != 0) return 1;
    close(ends[0]);
    return (int)write(ends[1], "x", 1);
}
