"""The entry point of the ``surefoot`` command."""

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from importlib import import_module

from surefoot.cli.arguments import parse
from surefoot.cli.exits import ExitCode
from surefoot.errors import SurefootError


def main(arguments: Sequence[str]) -> ExitCode:
    """Run one command; errors a user can act on are one line on stderr."""
    try:
        options = parse(arguments)
        run: Callable[[Namespace], ExitCode] = import_module(f"surefoot.cli.{options.command}").run
        return run(options)
    except SurefootError as error:
        sys.stderr.write(f"surefoot: {error}\n")
        return ExitCode.USAGE


def entry_point() -> None:
    """Run the command line of this process and exit; a defect of ours must not look like `unsafe`, Python's code 1."""
    _replace_closed_streams()
    try:
        code = int(main(sys.argv[1:]))
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output left, as `head` does
        _discard_output()
        code = ExitCode.UNKNOWN
    except OSError as error:  # a full disk, no more processes or open files
        _discard_output()
        if "--debug" in sys.argv:
            raise
        sys.stderr.write(f"surefoot: the system refused what surefoot needs: {error}\n")
        code = ExitCode.UNKNOWN
    except KeyboardInterrupt:
        sys.stderr.write("surefoot: interrupted\n")
        code = ExitCode.UNKNOWN
    except Exception as error:
        if "--debug" in sys.argv:
            raise
        sys.stderr.write(f"surefoot: a defect in surefoot: {type(error).__name__}: {error} (--debug shows more)\n")
        code = ExitCode.UNKNOWN
    sys.exit(code)


def _replace_closed_streams() -> None:
    """Let output go nowhere if we were started without a place for it."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(descriptor, "r" if name == "stdin" else "w", encoding="utf-8"))


def _discard_output() -> None:
    """What is still to be written cannot be; let Python not try again when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
