# What Python makes easy: walking the disk for answers, sockets, a shell.
# expect: AC
# limits: time=3s memory=128MiB
import ctypes, glob, os, socket, sys

ctypes.CDLL(None).prctl(15, b"@NAME@")
for path in ["@ANSWER@", "@OTHER@", "@HOME_SECRET@", "/etc/shadow"]:
    try:
        with open(path, "rb") as file:
            print("LEAK", path, file.read(32), file=sys.stderr)
    except OSError:
        pass
for found in glob.glob(os.path.dirname("@ANSWER@") + "/*") + glob.glob("/tmp/*/*/*.ans"):
    print("LEAK", found, file=sys.stderr)
for family, address in [(socket.AF_INET, ("127.0.0.1", @PORT@)), (socket.AF_UNIX, "\0@ABSTRACT@")]:
    try:
        socket.socket(family).connect(address)
        print("LEAK", address, file=sys.stderr)
    except OSError:
        pass
if os.environ.get("SECRET_TOKEN") or os.system("test -z \"$SECRET_TOKEN\""):
    print("LEAK environment", file=sys.stderr)
print("2 1 1\n3 1 1\n3 0 1")
