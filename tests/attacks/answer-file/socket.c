// The answer file is a socket.
// expect: WA:answer-file
#include "attack.h"

int main(void) {
    answer();
    return mknod("mayan.out", S_IFSOCK | 0666, 0) != 0;
}
