// Changes its own executable and what lies beside it: the next testcase would
// run something else.
// expect: AC
// limits: cases=2 time=1s
#include "attack.h"

int main(void) {
    char path[PATH_MAX + 1] = "", moved[PATH_MAX + 8], folder[PATH_MAX + 1];
    if (readlink("/proc/self/exe", path, PATH_MAX) <= 0) strcpy(path, "/nowhere/x");
    if (open(path, O_WRONLY) >= 0) leak("the executable can be written");
    if (open("/proc/self/exe", O_WRONLY) >= 0) leak("/proc/self/exe can be written");
    snprintf(moved, sizeof moved, "%s.x", path);
    if (rename(path, moved) == 0) {
        leak("the executable can be moved");
        if (rename(moved, path) != 0) leak("it is lost");
    }
    *strrchr(strcpy(folder, path), '/') = 0;
    must_not_create_in(*folder ? folder : "/");
    answer();
    // While it runs nobody may write to it. So something else runs instead, and
    // adds to its end what does no harm there.
    execl("/bin/sh", NAME, "-c", "(printf x >> \"$0\") 2>/dev/null && echo LEAK the executable >&2; :",
          path, (char *)0);
    return 0;
}
