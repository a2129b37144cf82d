"""``surefoot show``: the program, and its forms between C and verdict, as text or graphs.
The forms are: one loop, circuit, reachability graph and bounded formula.
"""

import shutil
import subprocess
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress

from surefoot.base.budget import Budget
from surefoot.base.errors import EnvironmentFault, InputError, OutOfBudget, UsageError
from surefoot.base.text import printable
from surefoot.circuits import aiger
from surefoot.circuits.blasting import NotBits
from surefoot.cli.child import print_text
from surefoot.cli.limits import LIMITS
from surefoot.cli.output import ExitCode
from surefoot.engines.ufo.configuration import SearchChoices
from surefoot.engines.ufo.graph import graph_dot
from surefoot.engines.ufo.search import GraphSearch
from surefoot.evidence.claims import Goal
from surefoot.evidence.encodings import encode_goal
from surefoot.logic import Term, or_, substitute, variable
from surefoot.logic.smtlib import print_script
from surefoot.program.program import Program
from surefoot.program.properties import Property
from surefoot.program.text.term_printer import TermPrinter, bindings
from surefoot.program.text.words import written_name
from surefoot.report.c.expressions import c_expression
from surefoot.semantics.memory.addresses import AddressFacts
from surefoot.semantics.symbolic.unrolling import Unrolling
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ENTRY, Edge, Error, Referent
from surefoot.systems.encode.encoding import Encoding, NotEncodable
from surefoot.systems.transitions.sequential import SequentialSystem


def one_loop_program(program: Program, checked: Property) -> str:
    """Return ``program`` as one loop that assigns all variables at once in each step."""
    return "\n".join(_OneLoop(_encoding(program, checked, Budget())).lines())


def circuit_file(encoding: Encoding, *, binary: bool) -> bytes:
    """Return the circuit of a program as AIGER with variable names; comments give its size and the
    codes of ``pc``.
    """
    try:
        sequential = SequentialSystem(encoding.system)
    except NotBits as error:
        raise InputError(f"no circuit for {error}") from error
    circuit = sequential.named(_names(encoding))
    size = circuit.size()
    summary = (
        f"{len(circuit.inputs)} inputs, {len(circuit.latches)} latches, {size.ands} conjunctions, {size.levels} levels"
    )
    places = [f"pc = {code}: {_place(encoding, name)}" for name, code in sequential.location_codes().items()]
    comments = "\n".join(["c", summary, *(printable(place) for place in places)])
    return aiger.write(circuit, binary=binary) + f"{comments}\n".encode()


def reachability_graph(program: Program, checked: Property) -> str:
    """Return the abstract reachability graph of engine ufo as Graphviz DOT, at the latest when time
    is over.
    """
    budget = Budget.seconds(LIMITS.reachability_graph_seconds)
    encoding = _encoding(program, checked, budget)

    def written(name: str, formula: Term) -> str:
        return c_expression(formula, encoding.variables(name))

    solvers = SolverFactory(budget=budget)
    with closing(GraphSearch(encoding.system, SearchChoices(), lambda _: True, solvers, budget)) as search:
        with suppress(OutOfBudget):
            search.result(lambda _: None)
        if search.view is None:
            raise InputError("no reachability graph: time limit reached before the first location was explored")
        return graph_dot(search.view, written)


def drawn(text: str) -> str:
    """Return the SVG that Graphviz draws of ``text``."""
    program = shutil.which("dot")
    if program is None:
        raise EnvironmentFault(
            "--svg needs Graphviz, whose program dot is not installed; leave --svg out for its input"
        )
    done = subprocess.run([program, "-Tsvg"], input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        raise EnvironmentFault(f"dot failed: {done.stderr.strip()}")
    return done.stdout


def bounded_formula(program: Program, checked: Property, bound: int) -> str:
    """Return SMT-LIB that is satisfiable iff a run of at most ``bound`` iterations of each loop
    violates the property.
    """
    unrolling = Unrolling(program, checked)
    for depth in range(1, bound + 1):
        unrolling.extend(depth, Budget())
    violation = or_(*(each.failure for each in unrolling.reached_checks if each.kind in checked.violations))
    return print_script([*AddressFacts(unrolling.book).facts_for(violation), violation])


def _encoding(program: Program, checked: Property, budget: Budget) -> Encoding:
    found = encode_goal(Goal(program, checked), budget)
    if isinstance(found, NotEncodable):
        raise InputError(f"the program has no finite control system: {found.reason}")
    return found


def _names(encoding: Encoding) -> dict[Referent, str]:
    """Return names for the state variables: those of the program variables that they stand for."""
    names: dict[Referent, str] = {}
    taken: set[str] = set()
    for location in encoding.system.locations:
        known = encoding.variables(location.name) if location.variables else {}
        for each in location.variables:
            if each.referent not in names:
                name = known[each.symbol].name if each.symbol in known else str(each.referent)
                names[each.referent] = name if name not in taken else f"{name} of {each.referent}"
                taken.add(names[each.referent])
    return names


def _place(encoding: Encoding, name: str) -> str:
    """Return a location with its position in the source."""
    span = encoding.system.location(name).span
    return f"{name} ({span})" if name != ENTRY and span is not None else name


class _OneLoop:
    """Printer of a control system as one loop; edges are numbered."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._system = encoding.system
        self._names = _names(encoding)
        self._symbols: dict[Term, Term] = {
            each.symbol: variable(self._names[each.referent], each.symbol.sort)
            for location in self._system.locations
            for each in location.variables
        }
        used = [term for edge in self._system.edges for term in (edge.guard, *edge.update.values())]
        self._printer = TermPrinter(bindings([substitute(term, self._symbols) for term in used]))

    def lines(self) -> Iterator[str]:
        """Yield the lines of the program; subterms used more than once have names with $."""
        system = self._system
        for location in system.locations:
            yield from (f"primary {symbol.sort} {symbol};  // chosen at {location.name}" for symbol in location.inputs)
        yield f'pc = "{ENTRY}"; notdone = true;'
        yield "while (notdone) {"
        yield from (f"  {name} = {text};" for name, text in self._printer.definitions())
        yield "  @dotogether {"
        for number, edge in enumerate(system.edges, start=1):
            yield f'    step{number} = pc == "{edge.source}" && ({self._text(edge.guard)});'
        yield "    pc = " + self._chosen({n: f'"{_target(edge)}"' for n, edge in self._numbered()}, '"done"')
        for referent, name in self._names.items():
            yield f"    {written_name(name)} = " + self._chosen(dict(self._values(referent)), written_name(name))
        ends = [f"step{n}" for n, edge in self._numbered() if not isinstance(edge.target, str)]
        yield f"    notdone = !({' || '.join(ends) or 'false'});"
        violations = [f"step{n}" for n, e in self._numbered() if isinstance(e.target, Error) and e.target.is_violation]
        yield f"    violated = {' || '.join(violations) or 'false'};"
        yield "  }"
        yield "}"

    def _numbered(self) -> Iterator[tuple[int, Edge]]:
        return enumerate(self._system.edges, start=1)

    def _values(self, referent: Referent) -> Iterator[tuple[int, str]]:
        for number, edge in self._numbered():
            if not isinstance(edge.target, str):
                continue
            for each in self._system.location(edge.target).variables:
                value = self._text(edge.update[each.symbol])
                if each.referent == referent and value != written_name(self._names[referent]):
                    yield number, value

    def _chosen(self, values: Mapping[int, str], otherwise: str) -> str:
        return "".join(f"step{number} ? {value} : " for number, value in values.items()) + f"{otherwise};"

    def _text(self, term: Term) -> str:
        return self._printer.text(substitute(term, self._symbols), known=True)


def _target(edge: Edge) -> str:
    match edge.target:
        case str(name):
            return name
        case Error() as error:
            return (
                f"violated: {error.kind.value} {error.text}" if error.is_violation else f"undefined: {error.kind.value}"
            )
        case _:
            return "done"


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
    match options.stage:
        case "arg":
            text = _printable(reachability_graph(program, checked))
            return drawn(text) if options.svg else text
        case "olp":
            return _printable(one_loop_program(program, checked))
        case "aig":
            return circuit_file(_encoding(program, checked, Budget()), binary=False).decode("utf-8").rstrip("\n")
        case _:
            return bounded_formula(program, checked, options.bound)


def _printable(text: str) -> str:
    return "\n".join(printable(line) for line in text.split("\n"))
