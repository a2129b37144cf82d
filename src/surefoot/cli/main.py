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
    try:
        code = int(main(sys.argv[1:]))
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output left, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
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
