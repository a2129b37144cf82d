"""The entry point of the ``surefoot`` command."""

import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from importlib import import_module

from surefoot.base.errors import SurefootError
from surefoot.cli.arguments import parse
from surefoot.cli.output import ExitCode, complain, prepare_streams, say


def main(arguments: Sequence[str]) -> ExitCode:
    """Run one command; errors a user can act on are told on stderr."""
    try:
        options = parse(arguments)
        run: Callable[[Namespace], ExitCode] = import_module(f"surefoot.cli.{options.command}").run
        return run(options)
    except SurefootError as error:
        complain(*(line for each in error.diagnostics() for line in (str(each), *each.shown)))
        return ExitCode.USAGE


def entry_point() -> None:
    """Run the command line of this process and exit; a defect of ours must not look like `unsafe`, Python's code 1."""
    prepare_streams()
    sys.set_int_max_str_digits(0)  # programs have numbers of any length; the time limit bounds what that costs
    try:
        code = main(sys.argv[1:])
    except OSError as error:  # no more processes or open files
        if "--debug" in sys.argv:
            raise
        complain(f"the system refused what surefoot needs: {error}")
        code = ExitCode.UNKNOWN
    except Exception as error:
        if "--debug" in sys.argv:
            raise
        complain(f"a defect in surefoot: {type(error).__name__}: {error} (--debug shows more)")
        code = ExitCode.UNKNOWN
    finally:
        say("")  # --help and --version leave through here, too, and what they print may not arrive
    sys.exit(code)
