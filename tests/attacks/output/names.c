// Files with names that no tool expects, and links to everywhere.
// expect: AC
#include "attack.h"

int main(void) {
    const char *names[] = {"-rf", "a\nb", "\x1b[2J", "\xff\xfe", " ", "*", "$(reboot)", "mayan.out "};
    for (int i = 0; i < 8; i++) close(open(names[i], O_WRONLY | O_CREAT, 0600));
    const char *targets[] = {"/", "..", ".", "@HOME_SECRET@", "@ANSWER@", "/proc/self/fd"};
    for (int i = 0; i < 6; i++) {
        char name[16];
        snprintf(name, sizeof name, "link-%d", i);
        if (symlink(targets[i], name) != 0) break;
    }
    mkfifo("fifo", 0600);
    answer();
    return 0;
}
