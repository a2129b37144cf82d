"""The entry point of the ``surefoot`` command."""

import os
import sys
from collections.abc import Sequence

from surefoot.cli.arguments import parse
from surefoot.cli.exits import ExitCode
from surefoot.errors import SurefootError


def main(arguments: Sequence[str]) -> ExitCode:
    """Run one command; errors a user can act on are one line on stderr."""
    try:
        options = parse(arguments)
        match options.command:
            case "check":
                from surefoot.cli.check import run
            case "show":
                from surefoot.cli.show import run
            case "engines":
                from surefoot.cli.engines import run
            case _:
                from surefoot.cli.bench import run
        return run(options)
    except SurefootError as error:
        sys.stderr.write(f"surefoot: {error}\n")
        return ExitCode.USAGE


def entry_point() -> None:
    """Run the command line of this process and exit."""
    try:
        code = int(main(sys.argv[1:]))
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output left, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = ExitCode.UNKNOWN
    except KeyboardInterrupt:
        sys.stderr.write("surefoot: interrupted\n")
        code = ExitCode.UNKNOWN
    sys.exit(code)
