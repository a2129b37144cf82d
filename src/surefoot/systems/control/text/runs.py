"""Text form of runs of a control system."""

from collections.abc import Iterable, Mapping

from surefoot.logic import Evaluator, Term, Value, constant, default_value, variables_of
from surefoot.logic.smtlib import Atom, Expression, Group, Parser, print_term, problem, read_expressions, unquoted
from surefoot.systems.control.runs import Assignment, Run, Step
from surefoot.systems.control.system import ControlSystem
from surefoot.systems.control.text.printer import names_of
from surefoot.systems.control.text.words import read_number


def print_run(system: ControlSystem, run: Run) -> str:
    """Return ``run`` as text that `parse_run` reads.

    Requires: its edges are those of ``system``.
    """
    names = names_of(system)
    lines = ["(run"]
    lines += [f"(parameter {each})" for each in _values(run.parameters, names)]
    for step in run.steps:
        inputs = "".join(f" (input {each})" for each in _values(step.inputs, names))
        lines.append(f"(step {system.edges.index(step.edge)}{inputs})")
    return "\n  ".join(lines) + ")\n"


def parse_run(text: str, system: ControlSystem) -> Run:
    """Return the run that ``text`` describes; raises InputError with the line of a syntax error.

    The run is not validated; `states_along` does that.
    """
    match read_expressions(text):
        case [expression]:
            return read_run(expression, system)
        case _:
            raise problem(1, "expected (run ...) and nothing else")


def read_run(expression: Expression, system: ControlSystem) -> Run:
    """Return the run that ``expression`` describes; see `parse_run`."""
    parser = Parser({unquoted(name): symbol for symbol, name in names_of(system).items()})
    match expression:
        case Group(_, [Atom("run"), *parts]):
            return _run(parts, parser, system)
        case Group(line) | Atom(_, line):
            raise problem(line, "expected (run ...)")


def _values(assignment: Assignment, names: Mapping[Term, str]) -> Iterable[str]:
    for symbol, value in assignment.items():
        yield f"{print_term(symbol, names)} {print_term(constant(value, symbol.sort))}"


def _run(parts: list[Expression], parser: Parser, system: ControlSystem) -> Run:
    parameters: dict[Term, Value] = {}
    steps: list[Step] = []
    for part in parts:
        match part:
            case Group(_, [Atom("parameter"), symbol, value]) if not steps:
                _assign(parameters, symbol, value, parser, system.parameters)
            case Group(_, [Atom("step"), number, *given]):
                position = read_number(number)
                if not 0 <= position < len(system.edges):
                    raise problem(part.line, f"there is no edge {position}")
                edge = system.edges[position]
                inputs: dict[Term, Value] = {}
                for each in given:
                    match each:
                        case Group(_, [Atom("input"), symbol, value]):
                            _assign(inputs, symbol, value, parser, system.location(edge.source).inputs)
                        case Group(line) | Atom(_, line):
                            raise problem(line, "expected (input symbol value)")
                steps.append(Step(edge, inputs))
            case Group(line) | Atom(_, line):
                raise problem(line, "expected parameters, then steps")
    return Run(parameters, tuple(steps))


def _assign(
    values: dict[Term, Value], name: Expression, written: Expression, parser: Parser, allowed: tuple[Term, ...]
) -> None:
    symbol, value = parser.term(name), parser.term(written)
    if symbol not in allowed or symbol in values:
        raise problem(name.line, f"{symbol} cannot be given a value here")
    if variables_of(value) or value.sort is not symbol.sort:
        raise problem(written.line, f"expected a value of {symbol.sort}")
    values[symbol] = Evaluator(lambda unknown: default_value(unknown.sort)).value(value)
