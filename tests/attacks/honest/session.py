# Starts a program in a session of its own, and asks to be last for the CPU.
# expect: AC
import os
import subprocess

try:
    os.nice(5)
except OSError:
    pass
answer = "2 1 1\n3 1 1\n3 0 1"
program = subprocess.Popen(["echo", answer], start_new_session=True, stdout=subprocess.PIPE)
print(program.communicate()[0].decode(), end="")
