// A vector of 30 MB, and input by streams.
// expect: AC
#include <iostream>
#include <vector>

int main() {
    std::ios::sync_with_stdio(false);
    std::vector<int> memo(7500000, 7);
    long n = 0, sum = 0;
    for (int number; std::cin >> number; n++) sum += number;
    if (n != 18 || memo[n] != 7) return 1;
    std::cout << "2 1 1\n3 1 1\n3 0 1" << std::endl;
}
