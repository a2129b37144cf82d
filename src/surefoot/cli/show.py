"""``surefoot show``: the program, and its forms between C and verdict, as text or graphs."""

from argparse import Namespace

from surefoot.base.errors import UsageError
from surefoot.base.text import printable
from surefoot.cli.child import print_text
from surefoot.cli.output import ExitCode


def run(options: Namespace) -> ExitCode:
    """Print the form that ``--as`` names."""
    if options.dot and options.stage not in ("arg", "cfg"):
        raise UsageError("--dot goes with --as cfg")
    if options.svg and options.stage != "arg":
        raise UsageError("--svg goes with --as arg")
    return print_text(lambda: _text(options), options, f"no {options.stage} to show")


def _text(options: Namespace) -> str:
    """Return the text of the form; runs in the child process."""
    from surefoot.cli.program_options import request_of
    from surefoot.program.text import cfg_dot, cfg_text, print_program
    from surefoot.verify.loading import load

    request = request_of(options)
    program, checked = load(request).program, request.checked
    if options.stage == "program":
        return print_program(program)
    if options.stage == "cfg":
        return _printable(cfg_dot(program) if options.dot else cfg_text(program))
    from surefoot.cli import show_stages

    match options.stage:
        case "arg":
            text = _printable(show_stages.reachability_graph(program, checked))
            return show_stages.drawn(text) if options.svg else text
        case "olp":
            return _printable(show_stages.one_loop_program(program, checked))
        case "aig":
            return show_stages.circuit_text(program, checked)
        case _:
            return show_stages.bounded_formula(program, checked, options.bound)


def _printable(text: str) -> str:
    return "\n".join(printable(line) for line in text.split("\n"))
