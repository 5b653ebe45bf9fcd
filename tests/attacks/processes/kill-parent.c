// Kills and stops its parent and its parent's group. The init of a process
// namespace is immune; elsewhere even the permission must be missing.
// expect: AC
#include "attack.h"

int main(void) {
    pid_t parent = getppid();
    if (parent > 1) {
        must_fail("kill of the parent", kill(parent, 0));
        if (getpgid(parent) > 1 && getpgid(parent) != getpgrp())
            must_fail("kill of the parent's group", kill(-getpgid(parent), 0));
    }
    if (alone() && parent > 0) {
        int signals[] = {SIGSTOP, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGCHLD, SIGKILL};
        for (int i = 0; i < 8; i++) kill(parent, signals[i]);
        usleep(20000);
        if (getppid() != parent) leak("the parent is gone");
    }
    answer();
    return 0;
}
