"""A command that the process of `server.py` runs: `command.py SOCKET NAME WORDS...`.

It hands over its words, environment and files, and ends with the exit code that comes back. It
imports next to nothing, as it starts twice in each line of a test.
"""

import marshal
import os
import socket
import sys

path, *words = sys.argv[1:]
with socket.socket(socket.AF_UNIX) as server:
    server.connect(path)
    request = marshal.dumps((words, os.getcwd(), dict(os.environ)))
    socket.send_fds(server, [len(request).to_bytes(8, "little")], [0, 1, 2])
    server.sendall(request)
    answer = server.recv(1)
sys.exit(answer[0] if answer else 1)
