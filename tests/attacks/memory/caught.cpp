// Takes all memory there is, catches the refusal and ends as if it were well.
// expect: MLE
// limits: time=1s
#include "attack.h"
#include <new>

int main() {
    try {
        for (int i = 0; i < 1000; i++) touch(new char[1 << 20], 1 << 20);
    } catch (std::bad_alloc &) {
    }
    answer();
    return 0;
}
