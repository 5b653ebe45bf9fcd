// Aborts: a runtime error, nothing about memory.
// expect: RE:signal:6
#include "attack.h"

int main(void) {
    answer();
    abort();
}
