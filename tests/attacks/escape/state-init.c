// Leaves its marks on what several runs may have in common: the process above it,
// the numbers of processes and files, the folders themselves, and a file that only
// a socket still holds when all are gone.
// expect: AC
// limits: cases=2
#include "attack.h"
#include <sys/xattr.h>

// Whether the process above is the first of a namespace. Elsewhere numbers are
// everybody's, and say nothing.
static int is_apart(void) {
    return getppid() == 1 && kill(@TEST_PID@, 0) != 0 && errno == ESRCH;
}

static void look(void) {
    struct stat it;
    char value[8];
    cpu_set_t processors;
    if (stat(".", &it) == 0 && (it.st_mode & 07777) != 0755 && (it.st_mode & 07777) != 0700)
        leak("the mode of the folder");
    if (it.st_mtim.tv_sec == 7) leak("the time of the folder");
    if (getxattr(".", "user.mark", value, sizeof value) > 0) leak("an attribute of the folder");
    if (access(NAME, F_OK) == 0) leak("a file of the folder");
    if (access("/tmp/" NAME, F_OK) == 0) leak("a temporary file");
    int priority = getpriority(PRIO_PROCESS, 0);
    if (priority > 10 || priority < -10) leak("the priority");
    if (sysconf(_SC_NPROCESSORS_ONLN) > 1 && sched_getaffinity(0, sizeof processors, &processors) == 0 &&
        CPU_COUNT(&processors) == 1)
        leak("the processors");
    if (!is_apart()) return;
    if (getpid() != 2) leak("the number of the process");
    pid_t child = fork();
    if (child == 0) _exit(0);
    waitpid(child, 0, 0);
    if (child > 3) leak("the numbers of processes");
    if (access("/proc/1", F_OK) == 0) leak("the process above");
    int fd = open("first", O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (fstat(fd, &it) == 0 && it.st_ino > 50) leak("the numbers of files");
    close(fd);
    unlink("first");
}

// Two sockets that are on their way to each other, and a file with them: nobody
// has them, and the system takes its time to see it.
static void forget_on_the_way(void) {
    int pair[2], file = open("forgotten", O_WRONLY | O_CREAT, 0600);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return;
    for (int i = 0; i < 2; i++) {
        char byte = 0, space[CMSG_SPACE(2 * sizeof(int))] = {0};
        struct iovec part = {&byte, 1};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = space,
                                 .msg_controllen = sizeof space};
        struct cmsghdr *with = CMSG_FIRSTHDR(&message);
        with->cmsg_level = SOL_SOCKET;
        with->cmsg_type = SCM_RIGHTS;
        with->cmsg_len = CMSG_LEN(2 * sizeof(int));
        memcpy(CMSG_DATA(with), (int[]){pair[i], file}, 2 * sizeof(int));
        sendmsg(pair[i], &message, 0);
    }
}

static void leave(void) {
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    struct timespec times[2] = {{7, 0}, {7, 0}};
    int above = is_apart() ? 1 : 0;
    for (int i = 0; i < 40; i++) {
        pid_t child = fork();
        if (child == 0) _exit(0);
        waitpid(child, 0, 0);
        int fd = open("passing", O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (fd >= 0) close(fd);
        unlink("passing");
    }
    if (above) {
        sched_setaffinity(above, sizeof first, &first);
        setpriority(PRIO_PROCESS, above, 19);
        struct rlimit few = {8, 8};
        prlimit(above, RLIMIT_NOFILE, &few, 0);
        kill(above, SIGCHLD);
        kill(above, SIGSTOP);
        kill(above, SIGTERM);
    }
    if (twin() == 0) {
        if (twin() == 0) raise(SIGSTOP);
        for (;;) pause();
    }
    forget_on_the_way();
    close(open(NAME, O_WRONLY | O_CREAT, 0600));
    close(open("/tmp/" NAME, O_WRONLY | O_CREAT, 0600));
    setxattr(".", "user.mark", "1", 1, 0);
    if (chmod(".", 0711) == 0) utimensat(AT_FDCWD, ".", times, 0);
}

int main(void) {
    look();
    leave();
    answer();
    return 0;
}
