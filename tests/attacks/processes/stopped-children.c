// Leaves children behind that are stopped, and one that stops whoever is left.
// expect: AC
#include "attack.h"

int main(void) {
    pid_t children[8];
    for (int i = 0; i < 8; i++) {
        children[i] = twin();
        if (children[i] == 0)
            for (;;) raise(SIGSTOP);
    }
    for (int i = 0; i < 8; i++) waitpid(children[i], 0, WUNTRACED);
    answer();
    return 0;
}
