# Python and 40 MiB.
# expect: AC
# peak: 40..70MiB
# limits: time=2s memory=128MiB
block = bytearray(b"x" * 1024) * (40 << 10)
print("2 1 1\n3 1 1\n3 0 1")
