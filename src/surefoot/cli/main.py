"""The entry point of the ``surefoot`` command."""

import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from importlib import import_module

from surefoot.base.errors import SurefootError
from surefoot.cli.arguments import parse
from surefoot.cli.output import ExitCode, prepare_streams, print_message, print_output

_MODULES = {"certify": "check"}
"""Modules of the commands whose name differs."""


def main(arguments: Sequence[str]) -> ExitCode:
    """Run one command; errors that a user can act on are printed to standard error."""
    try:
        options = parse(arguments)
        run: Callable[[Namespace], ExitCode] = import_module(
            f"surefoot.cli.{_MODULES.get(options.command, options.command)}"
        ).run
        return run(options)
    except SurefootError as error:
        print_message(*(line for each in error.diagnostics() for line in (str(each), *each.shown)))
        return ExitCode.USAGE


def entry_point() -> None:
    """Run the command line of this process and exit; a defect ends with 3, not with Python's 1,
    which means unsafe.
    """
    prepare_streams()
    sys.set_int_max_str_digits(0)  # programs have numbers of any length; the time limit bounds what that costs
    try:
        code = main(sys.argv[1:])
    except OSError as error:  # such as too many processes or open files
        if "--debug" in sys.argv:
            raise
        print_message(f"the operating system refused a resource: {error}")
        code = ExitCode.UNKNOWN
    except Exception as error:
        if "--debug" in sys.argv:
            raise
        print_message(
            f"a defect in surefoot: {type(error).__name__}: {error} (--debug prints the traceback; please report it)"
        )
        code = ExitCode.UNKNOWN
    finally:
        print_output("")  # flushes what --help and --version print, and handles errors
    sys.exit(code)
