# Python over the limit, which it reports as an exception and survives.
# expect: MLE
# limits: time=2s
try:
    blocks = [bytearray(b"x" * (1 << 20)) for _ in range(300)]
except MemoryError:
    pass
print("2 1 1\n3 1 1\n3 0 1")
