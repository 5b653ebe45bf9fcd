# expect: WA - always plays the move that leaves the fewest blocks
#
# Of several such moves it plays the least. It never takes a move back, so it
# misses every answer that begins with a less greedy move.

import sys

WIDTH, HEIGHT = 5, 7


def read():
    """n, and the columns from left to right, each from bottom to top."""
    numbers = iter([int(word) for word in sys.stdin.read().split()])
    n = next(numbers)
    return n, [list(iter(lambda: next(numbers), 0)) for _ in range(WIDTH)]


def play(board, x, y, g):
    """The board after a move, at rest."""
    board = [column[:] for column in board]
    source, target = board[x], board[x + g]
    if y < len(target):
        source[y], target[y] = target[y], source[y]
    else:
        target.append(source.pop(y))
    while True:
        marked = runs(board)
        if not marked:
            return board
        board = [
            [colour for y, colour in enumerate(column) if (x, y) not in marked]
            for x, column in enumerate(board)
        ]


def runs(board):
    """The cells of all runs of three; a longer run is several of them."""
    colours = {
        (x, y): colour for x, column in enumerate(board) for y, colour in enumerate(column)
    }
    marked = set()
    for (x, y), colour in colours.items():
        for dx, dy in (1, 0), (0, 1):
            run = [(x + i * dx, y + i * dy) for i in range(3)]
            if all(colours.get(cell) == colour for cell in run):
                marked.update(run)
    return marked


def moves(board):
    """All moves in the order of answers."""
    for x in range(WIDTH):
        for y in range(len(board[x])):
            for g in 1, -1:
                if 0 <= x + g < WIDTH:
                    yield x, y, g


def main():
    n, board = read()
    answer = []
    for _ in range(n):
        if not any(board):
            break
        options = [(move, play(board, *move)) for move in moves(board)]
        move, board = min(options, key=lambda option: sum(map(len, option[1])))
        answer.append(move)
    if any(board) or len(answer) < n:
        print(-1)
    else:
        for move in answer:
            print(*move)


main()
