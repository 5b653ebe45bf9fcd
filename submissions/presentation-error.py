# expect: PE - prints moves as Python shows tuples

for move in [(2, 1, 1), (3, 1, 1), (3, 0, 1)]:
    print(move)
