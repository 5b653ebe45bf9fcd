// The answer file is a FIFO: reading it would wait for ever.
// expect: WA:answer-file
#include "attack.h"

int main(void) {
    answer();
    return mkfifo("mayan.out", 0666) != 0;
}
