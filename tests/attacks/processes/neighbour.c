// Looks into processes of the same user: ptrace, their memory, their files.
// expect: AC
#include "attack.h"

static char secret[] = "hunter2";

static void look(pid_t pid) {
    char path[64], bytes[64];
    if (pid <= 0) return;
    if (ptrace(PTRACE_SEIZE, pid, 0, 0) == 0) {
        leak("ptrace");
        ptrace(PTRACE_INTERRUPT, pid, 0, 0);
        waitpid(pid, 0, __WALL);
        ptrace(PTRACE_DETACH, pid, 0, 0);
    }
    // An address of our own that isn't theirs gives EFAULT if we may look.
    struct iovec here = {bytes, sizeof bytes}, there = {secret, sizeof secret};
    errno = 0;
    long size = process_vm_readv(pid, &here, 1, &there, 1, 0);
    if (size > 0 || errno == EFAULT) leak("process_vm_readv");
    const char *files[] = {"environ", "maps", "auxv", "mem", "syscall", "stack", "io"};
    for (int i = 0; i < 7; i++) {
        snprintf(path, sizeof path, "/proc/%d/%s", pid, files[i]);
        int fd = open(path, O_RDONLY);
        if (fd >= 0 && (i == 3 || read(fd, bytes, sizeof bytes) > 0)) leak(path);
        close(fd);
    }
    const char *links[] = {"cwd", "root", "exe", "ns/mnt"};
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "/proc/%d/%s", pid, links[i]);
        size = readlink(path, bytes, sizeof bytes);
        if (size > 0) leak_bytes(path, bytes, size);
    }
    snprintf(path, sizeof path, "/proc/%d/fd", pid);
    must_not_list(path);
    int handle = (int)syscall(SYS_pidfd_open, pid, 0);
    if (handle >= 0) must_fail("pidfd_getfd", syscall(438, handle, 0, 0));
}

int main(void) {
    look(@NEIGHBOUR_PID@);
    look(@TEST_PID@);
    look(getppid());
    answer();
    return 0;
}
