"""Output streams and exit codes of commands; a failure to write never changes the exit code."""

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import NoReturn, TextIO

from surefoot.base.enums import IntEnum
from surefoot.base.errors import EnvironmentFault
from surefoot.base.files import write_atomically
from surefoot.base.text import printable


def prepare_streams() -> None:
    """Replace missing standard streams by the null device, and escape characters that a terminal
    cannot show.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(descriptor, "r" if name == "stdin" else "w", encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # they are TextIOWrappers here


def print_output(text: str) -> bool:
    """Write ``text`` to standard output; return whether it was written. A closed pipe is not
    reported.
    """
    try:
        _write(sys.stdout, text)
    except BrokenPipeError:
        return False
    except OSError as error:
        print_message(f"cannot write the output: {error.strerror}")
        return False
    return True


def write_report(path: Path, text: str) -> None:
    """Write a report to a file; if that fails, print why, and the results stand."""
    try:
        write_atomically(path, text)
    except EnvironmentFault as fault:
        print_message(str(fault))


def print_message(*lines: str) -> None:
    """Write an error or a warning to standard error, after the name of the tool."""
    print_error(f"surefoot: {lines[0]}", *lines[1:])


def print_error(*lines: str) -> None:
    """Write ``lines`` to standard error."""
    with suppress(OSError):
        _write(sys.stderr, "".join(f"{printable(line)}\n" for line in lines))


def end_by(number: int) -> NoReturn:
    """End this process by the signal ``number``, so that a waiting shell loop stops, too."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    raise AssertionError("a signal is delivered before kill returns")


def _write(stream: TextIO, text: str) -> None:
    """Write and flush; after a failure, redirect the stream to the null device, so that Python does
    not flush it again.
    """
    try:
        stream.write(text)
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        raise


class ExitCode(IntEnum):
    """Exit codes; commands other than ``check`` and ``reach`` end with SAFE on success."""

    SAFE = 0
    UNSAFE = 1
    USAGE = 2
    """The command line or an input file is wrong: nothing was checked."""
    UNKNOWN = 3
    """No verdict; the report contains the reason and the next action."""
    NOTHING_CHECKED = 4
    """There is nothing to check, or no run reaches it."""
    BOUNDED = 5
    """No violation within the bound of ``--bounded``, and no proof."""
