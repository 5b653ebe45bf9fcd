// Sets mode and times of others' files - to what they are.
// expect: AC
#include "attack.h"
#include <sys/xattr.h>

int main(void) {
    const char *files[] = {"@ANSWER@", "@INPUT@", "@OTHER@", "@HOME_SECRET@"};
    for (int i = 0; i < 4; i++) {
        struct stat it;
        if (stat(files[i], &it) != 0) continue;
        must_fail("chmod", chmod(files[i], it.st_mode & 07777));
        must_fail("chown", chown(files[i], it.st_uid, it.st_gid));
        struct timespec times[] = {it.st_atim, it.st_mtim};
        must_fail("utimensat", utimensat(AT_FDCWD, files[i], times, 0));
        if (setxattr(files[i], "user." NAME, "x", 1, 0) == 0) {
            leak("setxattr");
            removexattr(files[i], "user." NAME);
        }
    }
    answer();
    return 0;
}
