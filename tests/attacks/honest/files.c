// Uses files, limits, a command and the system's tables as programs do.
// expect: AC
// limits: time=1s
#include "attack.h"
#include <pwd.h>

static void check(int fine, const char *what) {
    if (fine) return;
    perror(what);
    exit(9);
}

int main(void) {
    char path[PATH_MAX], word[16] = "";
    const char *folder = getenv("TMPDIR");
    check(folder != 0, "TMPDIR");
    snprintf(path, sizeof path, "%s/scratch-XXXXXX", folder);
    int fd = mkstemp(path);
    check(fd >= 0 && write(fd, "x", 1) == 1 && unlink(path) == 0, "a temporary file");
    FILE *here = fopen("scratch", "w+");
    check(here && fputs("x", here) >= 0 && fclose(here) == 0, "a file");
    check(mkdir("d", 0700) == 0 && rename("scratch", "d/s") == 0, "rename");
    check(access("mayan.in", R_OK) == 0, "mayan.in");
    struct rlimit limit;
    check(getrlimit(RLIMIT_STACK, &limit) == 0, "getrlimit");
    check(setrlimit(RLIMIT_STACK, &limit) == 0, "setrlimit");
    FILE *command = popen("echo hello", "r");
    check(command && fscanf(command, "%15s", word) == 1, "popen");
    check(pclose(command) == 0 && strcmp(word, "hello") == 0, "echo");
    (void)getpwuid(getuid());
    fd = open("/dev/urandom", O_RDONLY);
    check(fd >= 0 && read(fd, word, 8) == 8, "/dev/urandom");
    fd = open("/dev/null", O_WRONLY);
    check(fd >= 0 && write(fd, "x", 1) == 1, "/dev/null");
    int pair[2];
    check(pipe(pair) == 0, "pipe");
    check(readlink("/proc/self/exe", path, sizeof path) > 0, "/proc/self/exe");
    check(sysconf(_SC_NPROCESSORS_ONLN) > 0, "processors");
    answer();
    return 0;
}
