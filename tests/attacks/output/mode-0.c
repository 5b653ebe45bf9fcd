// Takes the permissions of its folders away, its own folder's too.
// expect: AC
#include "attack.h"

int main(void) {
    answer();
    mkdir("a", 0700);
    mkdir("a/b", 0700);
    int fd = open("a/b/c", O_WRONLY | O_CREAT, 0000);
    close(fd);
    chmod("a/b", 0);
    chmod("a", 0);
    chmod(".", 0);
    return 0;
}
