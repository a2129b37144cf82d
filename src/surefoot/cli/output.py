"""What commands say and how they end. That something cannot be said never changes what a command ends with."""

import os
import signal
import sys
from contextlib import suppress
from enum import IntEnum
from typing import NoReturn, TextIO

from surefoot.base.printable import printable


def prepare_streams() -> None:
    """Let output go nowhere if we were started without a place for it, and escape what a terminal cannot show."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(descriptor, "r" if name == "stdin" else "w", encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # they are TextIOWrappers here


def say(text: str) -> bool:
    """Write ``text`` to standard output; whether it arrived there. A reader that left, as ``head`` does, is no news."""
    try:
        _write(sys.stdout, text)
    except BrokenPipeError:
        return False
    except OSError as error:
        complain(f"cannot write the output: {error.strerror}")
        return False
    return True


def complain(*lines: str) -> None:
    """Say on standard error what went wrong."""
    tell(f"surefoot: {lines[0]}", *lines[1:])


def tell(*lines: str) -> None:
    """Write ``lines`` to standard error."""
    with suppress(OSError):
        _write(sys.stderr, "".join(f"{printable(line)}\n" for line in lines))


def end_by(number: int) -> NoReturn:
    """End this process by the signal ``number``, when all is said: whoever waits for it, such as a loop of a shell, stops, too."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    raise AssertionError("a signal is delivered before kill returns")


def _write(stream: TextIO, text: str) -> None:
    """Write and flush; after a failure the stream leads nowhere, so that Python does not try again when it ends."""
    try:
        stream.write(text)
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        raise


class ExitCode(IntEnum):
    """How a command ended; commands other than ``check`` end with SAFE when all went well."""

    SAFE = 0
    UNSAFE = 1
    USAGE = 2
    """The command line or an input file is wrong: nothing was checked."""
    UNKNOWN = 3
    """No verdict; the report says why and what to try."""
