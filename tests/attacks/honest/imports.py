# Much of the standard library, a command, a temporary file.
# expect: AC
# limits: time=3s memory=128MiB
import collections, ctypes, datetime, decimal, fractions, functools, hashlib, heapq
import itertools, json, logging, os, random, re, string, subprocess, sys, tempfile
import threading, typing

pid = os.posix_spawn("/bin/true", ["true"], {})
assert os.waitpid(pid, 0)[1] == 0
assert subprocess.run(["/bin/echo", "x"], capture_output=True, check=True).stdout == b"x\n"
with tempfile.TemporaryDirectory() as folder, open(folder + "/x", "w") as file:
    file.write(str(random.random()))
worker = threading.Thread(target=lambda: hashlib.sha256(os.urandom(9)).hexdigest())
worker.start()
worker.join()
sys.setrecursionlimit(10000)
assert sys.stdin.read().split()[0] == open("mayan.in").read().split()[0] == "3"
print("2 1 1\n3 1 1\n3 0 1")
