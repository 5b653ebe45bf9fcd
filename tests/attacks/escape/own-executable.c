// Changes its own executable and what lies beside it: the next testcase would
// run something else.
// expect: AC
// limits: cases=2
#include "attack.h"

int main(void) {
    char path[PATH_MAX + 1] = "";
    long size = readlink("/proc/self/exe", path, PATH_MAX);
    if (size > 0) {
        int fd = open(path, O_WRONLY);
        if (fd >= 0 || errno == ETXTBSY) leak("the executable can be written");
        fd = open("/proc/self/exe", O_WRONLY);
        if (fd >= 0 || errno == ETXTBSY) leak("/proc/self/exe can be written");
        if (rename(path, path) == 0) {
            char moved[PATH_MAX + 8];
            snprintf(moved, sizeof moved, "%s.x", path);
            if (rename(path, moved) == 0) {
                leak("the executable can be moved");
                if (rename(moved, path) != 0) leak("it is lost");
            }
        }
        *strrchr(path, '/') = 0;
        must_not_create_in(*path ? path : "/");
    }
    answer();
    return 0;
}
