"""Runs the commands of FileCheck tests in forks of one process that has imported them once.

Tests start some 1,300 processes, and importing is half of what they do. Each command still has a
process, words, environment and files of its own. `server.py SOCKET` is the process; it ends with
the one that started it.
"""

import marshal
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

COMMAND = Path(__file__).with_name("command.py")
NAMES = ("tieshape", "tieshape-opt", "tieshape-run", "filecheck")


def start(place: Path) -> None:
    """Writes the commands to the directory `place` and starts the process that they ask."""
    path = Path(tempfile.mkdtemp(prefix="tieshape")) / "socket"  # its length is limited
    place.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        words = f'"{sys.executable}" -I -S "{COMMAND}" "{path}" {name} "$@"'
        (place / name).write_text(f"#!/bin/sh\nexec {words}\n")
        (place / name).chmod(0o755)
    process = subprocess.Popen([sys.executable, __file__, str(path)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    if not process.stdout.readline():
        raise SystemExit(f"{__file__} did not start")


def imported() -> dict[str, Callable[[], object]]:
    """The commands, with everything imported that they import themselves."""
    from filecheck.main import main
    from tieshape.tools import start

    with start.importing():
        from tieshape.tools import opt, questions, run, tieshape  # noqa: F401
        from tieshape.tools.registry import whole_universe

        universe = whole_universe()
        for make in [*universe.all_passes.values(), *universe.all_dialects.values()]:
            make()
    return dict(zip(NAMES, (start.tieshape, start.opt, start.run, main), strict=True))


def serve(path: Path) -> None:
    """Answers the requests of `command.py` at `path`, each in two forks: one runs the command, the other waits."""
    commands, parent = imported(), os.getppid()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen(64)
        server.settimeout(1)
        print("ready", flush=True)
        while os.getppid() == parent:
            try:
                connection, _ = server.accept()
            except TimeoutError:
                continue
            with connection:
                if not os.fork():
                    connection.settimeout(None)
                    connection.sendall(bytes([answer(connection, commands)]))
                    os._exit(0)
            reap()
    path.unlink()
    path.parent.rmdir()


def reap() -> None:
    """Forgets the forks that have ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def answer(connection: socket.socket, commands: dict[str, Callable[[], object]]) -> int:
    """The exit code of the command that `connection` asks for; 128 and more for a signal, as in shells."""
    size, files, _, _ = socket.recv_fds(connection, 8, 3)
    with connection.makefile("rb") as stream:
        words, directory, environment = marshal.loads(stream.read(int.from_bytes(size, "little")))
    command = os.fork()
    if not command:
        for number, file in enumerate(files):
            os.dup2(file, number)
        # Those of the server know whether its own files have a position.
        sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", closefd=False)
        sys.stderr = os.fdopen(2, "w", 1, errors="backslashreplace", closefd=False)
        os.chdir(directory)
        os.environ.clear()
        os.environ.update(environment)
        sys.argv = words
        sys.exit(commands[words[0]]())
    code = os.waitstatus_to_exitcode(os.waitpid(command, 0)[1])
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
