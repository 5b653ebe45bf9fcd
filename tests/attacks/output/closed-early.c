// Closes its output as soon as it has answered, and goes on.
// expect: AC
#include "attack.h"

int main(void) {
    answer();
    for (int fd = 0; fd < 3; fd++) close(fd);
    burn(50);
    printf("more\n");
    return 0;
}
