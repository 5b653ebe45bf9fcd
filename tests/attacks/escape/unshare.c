// Makes namespaces of its own: with them comes much of the kernel that is
// closed otherwise.
// expect: AC
// limits: time=1s
#include "attack.h"

int main(void) {
    int flags[] = {CLONE_NEWUSER,   CLONE_NEWNS,  CLONE_NEWPID,    CLONE_NEWNET,
                   CLONE_NEWIPC,    CLONE_NEWUTS, CLONE_NEWCGROUP, 0x80 /* TIME */,
                   CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID};
    for (int i = 0; i < 9; i++) {
        if (twin() == 0) {
            char what[32];
            snprintf(what, sizeof what, "unshare %#x", flags[i]);
            must_fail(what, unshare(flags[i]));
            _exit(0);
        }
        while (wait(0) > 0) {}
        if (flags[i] == 0x80) continue;
        long child = syscall(SYS_clone, flags[i] | SIGCHLD, 0, 0, 0, 0);
        if (child == 0) _exit(0);
        if (child > 0) leak("clone with a namespace");
        unsigned long three[8] = {(unsigned)flags[i], 0, 0, 0, SIGCHLD};
        child = syscall(435 /* clone3 */, three, sizeof three);
        if (child == 0) _exit(0);
        if (child > 0) leak("clone3 with a namespace");
        while (wait(0) > 0) {}
    }
    answer();
    return 0;
}
