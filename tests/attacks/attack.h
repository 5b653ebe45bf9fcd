// What the attacks share. Words between @ are replaced before compiling.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NAME "@NAME@"
#define MIB (1L << 20)

// Whatever happens, no process outlives this, and each can be recognised.
enum { LIFETIME = 20 };

__attribute__((constructor)) static void begin(void) {
    prctl(PR_SET_NAME, NAME);
    alarm(LIFETIME);
}

// A fork whose child has an end as well: alarms aren't inherited.
static pid_t twin(void) {
    pid_t pid = fork();
    if (pid == 0) alarm(LIFETIME);
    return pid;
}

static void answer(void) {
    fputs("2 1 1\n3 1 1\n3 0 1\n", stdout);
    fflush(stdout);
}

static void leak_bytes(const char *what, const char *bytes, long size) {
    dprintf(2, "LEAK %s ", what);
    for (long i = 0; i < size && i < 32; i++)
        dprintf(2, "%c", bytes[i] >= ' ' && bytes[i] <= '~' ? bytes[i] : '.');
    dprintf(2, "\n");
}

static void leak(const char *what) { leak_bytes(what, "", 0); }

// A system call that must not be granted.
static void must_fail(const char *what, long result) {
    if (result >= 0) leak(what);
}

// A file that must not be readable. /dev/null stands for what isn't there.
static void must_not_read(const char *path) {
    char bytes[64];
    struct stat it;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0) return;
    long size = read(fd, bytes, sizeof bytes);
    int null = fstat(fd, &it) == 0 && S_ISCHR(it.st_mode) && it.st_rdev == makedev(1, 3);
    if (size > 0 && !null) leak_bytes(path, bytes, size);
    close(fd);
}

// A folder that must not be listable.
static void must_not_list(const char *path) {
    DIR *folder = opendir(path);
    if (!folder) return;
    for (struct dirent *entry; (entry = readdir(folder));)
        if (entry->d_name[0] != '.') {
            leak_bytes(path, entry->d_name, (long)strlen(entry->d_name));
            break;
        }
    closedir(folder);
}

// A folder where no file may be made; one that is made is removed.
static void must_not_create_in(const char *folder) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/" NAME, folder);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) return;
    leak(path);
    close(fd);
    unlink(path);
}

// CPU time of this process, in milliseconds.
static long used(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void burn(long milliseconds) {
    long end = used() + milliseconds;
    while (used() < end)
        for (volatile int i = 0; i < 10000; i++) {}
}

static void touch(volatile char *memory, long size) {
    for (long at = 0; at < size; at += 4096) memory[at] = (char)(at | 1);
}

static char *pages(long size, int how) {
    char *memory = (char *)mmap(0, size, PROT_READ | PROT_WRITE, how | MAP_ANONYMOUS, -1, 0);
    // Refused where nobody could count it.
    if (memory == MAP_FAILED) exit(77);
    return memory;
}

// A number that all processes share, in a file: such memory may be had everywhere.
static int *shared_number(void) {
    int fd = open("number", O_RDWR | O_CREAT, 0600);
    if (ftruncate(fd, 4096)) exit(77);
    void *memory = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (memory == MAP_FAILED) exit(77);
    return (int *)memory;
}

// Whether a signal can be sent to "everybody" without hurting the user: in a
// process namespace, where the test has no number, or as one of the users that
// run programs alone.
static int alone(void) {
    int unseen = kill(@TEST_PID@, 0) != 0 && errno == ESRCH;
    return (unseen && getpid() < 50) || (getuid() >= 60578 && getuid() <= 61183);
}
