// Waits for a pipe that nobody writes to.
// expect: ILE:wall-time
#include "attack.h"

int main(void) {
    int ends[2];
    char byte;
    if (pipe(ends) != 0) return 1;
    return (int)read(ends[0], &byte, 1);
}
