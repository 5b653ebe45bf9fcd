// expect: AC - the right answer on every board
//
// A depth-first search in the order of answers. It never swaps equal blocks: on
// some boards that costs the least answer, but not in the testcases with points.

#include <array>
#include <cstdio>
#include <set>
#include <utility>
#include <vector>

const int WIDTH = 5, HEIGHT = 7;

// board[x][y]: the colour in column x, row y from the bottom; 0 is empty.
typedef std::array<std::array<signed char, HEIGHT>, WIDTH> Board;

struct Move {
    int x, y, g;
};

std::vector<Move> moves;
std::set<std::pair<int, Board>> failed;

bool is_empty(const Board &board) {
    for (const auto &column : board)
        if (column[0]) return false;
    return true;
}

// A colour with one or two blocks can never vanish.
bool has_hopeless_colour(const Board &board) {
    int count[11] = {};
    for (const auto &column : board)
        for (int colour : column) count[colour]++;
    for (int colour = 1; colour <= 10; colour++)
        if (count[colour] == 1 || count[colour] == 2) return true;
    return false;
}

void drop_blocks(Board &board) {
    for (auto &column : board) {
        int top = 0;
        for (int y = 0; y < HEIGHT; y++)
            if (column[y]) std::swap(column[top++], column[y]);
    }
}

// Removes all runs of three or more at once; says whether there were any.
bool remove_runs(Board &board) {
    bool marked[WIDTH][HEIGHT] = {}, found = false;
    for (int x = 0; x < WIDTH; x++)
        for (int y = 0; y < HEIGHT; y++) {
            int colour = board[x][y];
            if (!colour) continue;
            if (x + 2 < WIDTH && board[x + 1][y] == colour && board[x + 2][y] == colour)
                found = marked[x][y] = marked[x + 1][y] = marked[x + 2][y] = true;
            if (y + 2 < HEIGHT && board[x][y + 1] == colour && board[x][y + 2] == colour)
                found = marked[x][y] = marked[x][y + 1] = marked[x][y + 2] = true;
        }
    for (int x = 0; x < WIDTH; x++)
        for (int y = 0; y < HEIGHT; y++)
            if (marked[x][y]) board[x][y] = 0;
    return found;
}

bool clears(const Board &board, int left) {
    if (is_empty(board)) return left == 0;
    if (left == 0 || has_hopeless_colour(board) || failed.count({left, board})) return false;
    for (int x = 0; x < WIDTH; x++)
        for (int y = 0; y < HEIGHT && board[x][y]; y++)
            for (int g = 1; g >= -1; g -= 2) {
                int target = x + g;
                if (target < 0 || target >= WIDTH || board[target][y] == board[x][y]) continue;
                // Left onto a block is the same as `x-1 y 1`, which is less.
                if (g == -1 && board[target][y]) continue;
                Board after = board;
                std::swap(after[x][y], after[target][y]);
                do drop_blocks(after);
                while (remove_runs(after));
                moves.push_back({x, y, g});
                if (clears(after, left - 1)) return true;
                moves.pop_back();
            }
    failed.insert({left, board});
    return false;
}

int main() {
    int n, colour;
    if (std::scanf("%d", &n) != 1) return 1;
    Board board = {};
    for (auto &column : board)
        for (int y = 0; std::scanf("%d", &colour) == 1 && colour; y++) column[y] = colour;
    if (clears(board, n))
        for (const Move &move : moves) std::printf("%d %d %d\n", move.x, move.y, move.g);
    else
        std::puts("-1");
}
