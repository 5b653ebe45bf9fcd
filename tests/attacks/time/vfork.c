// Waits for a child that has borrowed its memory and doesn't give it back.
// expect: ILE:wall-time
#include "attack.h"

int main(void) {
    if (vfork() == 0)
        for (;;) pause();
    answer();
    return 0;
}
