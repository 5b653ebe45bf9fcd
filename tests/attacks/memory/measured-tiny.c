// A program of nothing is reported as such: no runtime of the judge's in it.
// expect: AC
// peak: 0..2MiB
// flags: -static
#include <unistd.h>

int main(void) { return write(1, "2 1 1\n3 1 1\n3 0 1\n", 18) != 18; }
