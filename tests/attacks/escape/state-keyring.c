// Leaves a key in the user's keyring.
// expect: AC
// limits: cases=2
#include "attack.h"

int main(void) {
    int rings[] = {-3 /* session */, -4 /* user */, -5 /* user's session */};
    for (int i = 0; i < 3; i++) {
        char what[32];
        snprintf(what, sizeof what, "a key in keyring %d", rings[i]);
        must_fail(what, syscall(SYS_keyctl, 10 /* SEARCH */, rings[i], "user", NAME, 0));
        must_fail("add_key", syscall(SYS_add_key, "user", NAME, "x", 1, rings[i]));
    }
    answer();
    return 0;
}
