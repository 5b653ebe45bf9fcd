// A tree 20,000 folders deep, whose paths are longer than any path may be, or as
// deep as three seconds allow: some rules are looked for in every folder above.
// expect: AC|OLE|MLE
// limits: time=6s
#include "attack.h"

int main(void) {
    for (int i = 0; i < 20000 && used() < 3000; i++)
        if (mkdir("deeper", 0700) != 0 || chdir("deeper") != 0) break;
    answer();
    return 0;
}
