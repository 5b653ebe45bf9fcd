// Leaves a file wherever it may, and looks for it in the next testcase.
// expect: AC
// limits: cases=2
#include "attack.h"

int main(void) {
    char here[PATH_MAX] = ".", exe[PATH_MAX + 1] = "";
    if (readlink("/proc/self/exe", exe, PATH_MAX) > 0) *strrchr(exe, '/') = 0;
    const char *folders[] = {"/tmp", "/var/tmp", "/dev/shm", "/run", "/run/lock", "/dev/mqueue", "/var/lock",
                             "/var/crash", ".", "..", getenv("HOME"), getenv("TMPDIR"),
                             getcwd(here, sizeof here), exe, "/run/user/0", "/run/user/61234", "/"};
    for (int i = 0; i < 17; i++) {
        char path[PATH_MAX + 64];
        if (!folders[i]) continue;
        // A name for each, as two of them may be the same folder.
        snprintf(path, sizeof path, "%s/" NAME ".%d", folders[i], i);
        if (access(path, F_OK) == 0) {
            leak(path);
            unlink(path);
        } else {
            close(open(path, O_WRONLY | O_CREAT, 0666));
        }
    }
    answer();
    return 0;
}
