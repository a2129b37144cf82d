"""``surefoot show``: the stages between C and verdict, for people to look at."""

from argparse import Namespace
from typing import TYPE_CHECKING

from surefoot.base.errors import UsageError
from surefoot.base.printable import printable
from surefoot.cli.child import print_result
from surefoot.cli.output import ExitCode

if TYPE_CHECKING:
    from surefoot.program.program import Program
    from surefoot.program.properties import Property


def run(options: Namespace) -> ExitCode:
    """Print the stage."""
    if options.dot and options.stage not in ("arg", "cfg"):
        raise UsageError("--dot goes with --as cfg")
    if options.svg and options.stage != "arg":
        raise UsageError("--svg goes with --as arg")
    return print_result(lambda: _shown(options), options, f"no {options.stage} to show")


def _shown(options: Namespace) -> str:
    """In the child: the text of the stage."""
    from surefoot.cli.arguments import bounds_of
    from surefoot.cli.environment import environment_of
    from surefoot.program.program import DataModel
    from surefoot.program.properties import with_error_functions
    from surefoot.program.text import cfg_dot, cfg_text, print_program
    from surefoot.verify.loading import load
    from surefoot.verify.request import Request
    from surefoot.verify.tasks import resolve, supported

    data_model = DataModel[options.data_model] if options.data_model else None
    task = resolve(options.files, options.property, data_model)
    checked = with_error_functions(supported(task), options.error_function)
    entry = options.function or task.specification.entry
    loaded = load(
        Request(
            task.files,
            checked,
            task.data_model,
            entry,
            options.clang_flags,
            environment_of(options),
            bounds_of(options),
        )
    )
    match options.stage:
        case "program":
            return print_program(loaded.program)
        case "cfg":
            text = cfg_dot(loaded.program) if options.dot else cfg_text(loaded.program)
            return "\n".join(printable(line) for line in text.split("\n"))
        case "arg":
            from surefoot.cli.show_reachability_graph import drawn, reachability_graph

            text = "\n".join(printable(line) for line in reachability_graph(loaded.program, checked).split("\n"))
            return drawn(text) if options.svg else text
        case "olp":
            from surefoot.cli.show_circuit import one_loop_program

            return "\n".join(printable(line) for line in one_loop_program(loaded.program, checked).split("\n"))
        case "aig":
            from surefoot.cli.show_circuit import circuit_text

            return circuit_text(loaded.program, checked)
        case _:
            return _bounded_formula(loaded.program, checked, options.bound)


def _bounded_formula(program: "Program", checked: "Property", bound: int) -> str:
    """SMT-LIB that is satisfiable exactly if a run of at most ``bound`` rounds of each loop violates the property."""
    from surefoot.base.budget import Budget
    from surefoot.logic import or_
    from surefoot.logic.smtlib import print_script
    from surefoot.semantics.memory.address_facts import AddressFacts
    from surefoot.semantics.symbolic.unrolling import Unrolling

    unrolling = Unrolling(program, checked)
    for depth in range(1, bound + 1):
        unrolling.extend(depth, Budget())
    violation = or_(*(each.failure for each in unrolling.reached_checks if each.kind in checked.violations))
    return print_script([*AddressFacts(unrolling.book).facts_for(violation), violation])
