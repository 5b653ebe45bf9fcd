// A thread that isn't the first replaces the program: the number stays, the
// thread behind it doesn't.
// expect: AC
#include "attack.h"

static void *again(void *nothing) {
    char *const arguments[] = {(char *)NAME, (char *)"again", 0};
    execv("/proc/self/exe", arguments);
    return nothing;
}

int main(int count, char **arguments) {
    (void)arguments;
    if (count > 1) {
        answer();
        return 0;
    }
    pthread_t thread;
    pthread_create(&thread, 0, again, 0);
    for (;;) pause();
}
