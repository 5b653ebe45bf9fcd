// A tree 20,000 folders deep, whose paths are longer than any path may be.
// expect: AC|OLE|MLE
// limits: time=5s
#include "attack.h"

int main(void) {
    for (int i = 0; i < 20000; i++)
        if (mkdir("deeper", 0700) != 0 || chdir("deeper") != 0) break;
    answer();
    return 0;
}
