// The answer file is a folder with something in it.
// expect: WA:answer-file
#include "attack.h"

int main(void) {
    answer();
    return mkdir("mayan.out", 0777) != 0 || mkdir("mayan.out/mayan.out", 0) != 0;
}
