// expect: CE - a semicolon is missing

#include <cstdio>

int main() {
    std::puts("-1")
}
