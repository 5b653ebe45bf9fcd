// Four threads add numbers.
// expect: AC
#include "attack.h"
#include <numeric>
#include <thread>
#include <vector>

int main() {
    std::vector<long> numbers(400000, 1), sums(4);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++)
        threads.emplace_back([&, i] {
            auto from = numbers.begin() + i * 100000;
            sums[i] = std::accumulate(from, from + 100000, 0L);
        });
    for (auto &thread : threads) thread.join();
    if (std::accumulate(sums.begin(), sums.end(), 0L) != 400000) return 1;
    answer();
}
