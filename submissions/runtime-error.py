# expect: RE - raises an exception where a search would be needed
#
# A board with one or two blocks of a colour can't be cleared: that much is told.

import sys

numbers = [int(word) for word in sys.stdin.read().split()]
blocks = [colour for colour in numbers[1:] if colour != 0]
if any(blocks.count(colour) < 3 for colour in blocks):
    print(-1)
else:
    raise NotImplementedError("the search")
