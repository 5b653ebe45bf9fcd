// 200 MiB that are never touched aren't used.
// expect: AC
#include "attack.h"

static char memory[200 * MIB];

int main(int count, char **arguments) {
    (void)arguments;
    answer();
    return memory[count * 4096];
}
