// Puts a link to a folder of the contest, where a mayan.out lies, in the place of
// its own folder.
// expect: AC
#include "attack.h"

int main(void) {
    char here[PATH_MAX], there[PATH_MAX + 8], contest[] = "@OTHER@";
    answer();
    *strrchr(contest, '/') = 0;
    if (!getcwd(here, sizeof here)) return 1;
    snprintf(there, sizeof there, "%s.moved", here);
    if (rename(here, there) == 0 && symlink(contest, here) != 0) rename(there, here);
    return 0;
}
