// Reads what others own: answer, input, another hand-in, a home; by their
// paths, by links, by folders in /proc.
// expect: AC
#include "attack.h"

static void reach(const char *path) {
    char other[PATH_MAX + 64];
    must_not_read(path);
    const char *roots[] = {"/proc/self/root", "/proc/1/root", "/proc/self/cwd/../../../../../..",
                           "/proc/self/task/1/root", "/proc/@NEIGHBOUR_PID@/root"};
    for (int i = 0; i < 5; i++) {
        snprintf(other, sizeof other, "%s%s", roots[i], path);
        must_not_read(other);
    }
    snprintf(other, sizeof other, "/proc/%d/root%s", getppid(), path);
    must_not_read(other);
    if (symlink(path, "soft") == 0) must_not_read("soft");
    unlink("soft");
    if (link(path, "hard") == 0) must_not_read("hard");
    unlink("hard");
    if (rename(path, "moved") == 0) {
        leak(path);
        if (rename("moved", path) != 0) leak("it is lost");
    }
    *strrchr(strcpy(other, path), '/') = 0;
    must_not_list(other);
    must_not_create_in(other);
}

int main(void) {
    reach("@ANSWER@");
    reach("@INPUT@");
    reach("@OTHER@");
    reach("@HOME_SECRET@");
    const char *homes[] = {"/root", "/home"}, *dotted[] = {".profile", ".bash_history"};
    for (int i = 0; i < 4; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", homes[i / 2], dotted[i % 2]);
        must_not_read(path);
    }
    const char *files[] = {"/etc/shadow", "/proc/1/environ", "/proc/1/maps", "/proc/1/mem", "/proc/kcore", "/proc/kmsg",
                           "/proc/1/root/etc/passwd", "/proc/1/fd/0", "/proc/1/fd/1",
                           "/proc/@TEST_PID@/environ"};
    for (int i = 0; i < 10; i++) must_not_read(files[i]);
    const char *folders[] = {"/root", "/home", "/proc/1/fd", "/proc/1/cwd", "/lost+found"};
    for (int i = 0; i < 5; i++) must_not_list(folders[i]);
    answer();
    return 0;
}
