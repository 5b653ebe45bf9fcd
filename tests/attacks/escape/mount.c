// Mounts, by the old calls and the new, and changes its root.
// expect: AC
#include "attack.h"

int main(void) {
    mkdir("m", 0700);
    if (mount("none", "m", "tmpfs", 0, 0) == 0) {
        leak("mount");
        umount2("m", MNT_DETACH);
    }
    if (mount("/", "m", 0, MS_BIND, 0) == 0) {
        leak("a bind mount");
        umount2("m", MNT_DETACH);
    }
    if (mount("proc", "m", "proc", 0, 0) == 0) {
        leak("proc");
        umount2("m", MNT_DETACH);
    }
    if (alone()) must_fail("remount", mount(0, "/", 0, MS_REMOUNT | MS_BIND, 0));
    must_fail("fsopen", syscall(430, "tmpfs", 0));
    must_fail("open_tree", syscall(428, AT_FDCWD, "/", 1));
    must_fail("fspick", syscall(433, AT_FDCWD, "/", 0));
    // Both fail at once for want of permission; another error means there is one.
    if (syscall(SYS_pivot_root, ".", ".") == 0 || (errno != EPERM && errno != ENOSYS))
        leak("pivot_root");
    if (twin() == 0) {
        must_fail("chroot", chroot("m"));
        _exit(0);
    }
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    must_fail("sethostname", sethostname(host, strlen(host)));
    must_fail("swapon", syscall(SYS_swapon, "mayan.in", 0));
    while (wait(0) > 0) {}
    rmdir("m");
    answer();
    return 0;
}
