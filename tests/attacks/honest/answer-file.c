// Reads mayan.in and writes mayan.out, as at the contest; what it prints is
// for itself.
// expect: AC
#include <stdio.h>

int main(void) {
    int n = 0;
    printf("debugging\n");
    FILE *in = freopen("mayan.in", "r", stdin);
    FILE *out = freopen("mayan.out", "w", stdout);
    if (!in || !out || scanf("%d", &n) != 1 || n != 3) return 1;
    return printf("2 1 1\n3 1 1\n3 0 1\n") != 18;
}
