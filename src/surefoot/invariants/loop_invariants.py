"""Invariants of the loops of a program, for any property: the inductive candidates without
redundant ones.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.discharge.system_solver import SystemSolver
from surefoot.invariants.houdini import inductive_subset
from surefoot.invariants.source import GenerationContext
from surefoot.invariants.sources.templates import simple_candidates
from surefoot.logic import Op, Term, eq, not_, variables_of
from surefoot.program.access import constants_of
from surefoot.program.ctypes import CEnum, CInteger
from surefoot.program.program import Program, Variable
from surefoot.program.properties import Property
from surefoot.semantics.memory.addresses import Incompleteness
from surefoot.semantics.symbolic.liveness import irrelevant_variables
from surefoot.smt.contracts import Solver, Unsat
from surefoot.systems.encode.encoding import NotEncodable
from surefoot.systems.encode.graph import UNKNOWN_TARGETS
from surefoot.systems.encode.program_system import ProgramSystem, encode_program, renamed_apart


@dataclass(frozen=True, slots=True)
class LoopInvariants:
    """Formulas that hold whenever a run is at the head of a loop; `FALSE` alone if none ever is."""

    function: str
    span: Span | None
    calls: tuple[tuple[str, Span | None], ...]
    """The calls that lead to the loop, the outermost first: the caller, and the place of the call.
    """
    formulas: tuple[Term, ...]
    encoding: ProgramSystem
    location: str
    """The location of ``encoding`` at the head of the loop."""
    names: Mapping[Term, Variable]
    """The C variable of each symbol of the formulas that has one."""


Naming = Callable[[ProgramSystem, str], Mapping[Term, Variable]]
"""Names for the state variables of a location that do not stand for a whole variable outside
memory.
"""


def loop_invariants(
    program: Program, checked: Property, solver: Solver, naming: Naming, budget: Budget
) -> list[LoopInvariants] | NotEncodable:
    """Return the invariants of every loop, one entry for each call path to its function.

    ``x != c`` is left out unless c is a bound of the type: it holds for nearly every constant.
    Raises `OutOfBudget`.
    """
    encoding = encode_program(program, checked, budget)
    if isinstance(encoding, NotEncodable):
        return encoding
    if encoding.omitted is not Incompleteness.NONE:  # omitted runs may break an invariant
        return NotEncodable(UNKNOWN_TARGETS)
    system = encoding.system
    ignored = irrelevant_variables(program, checked)
    questions = SystemSolver(system, solver)
    context = GenerationContext(system, lambda: constants_of(program, checked), budget)
    known = inductive_subset(system, simple_candidates(context).by_location, questions, budget)
    found = []
    for name, formulas in known.items():
        constants = {
            variable: value
            for variable, value in encoding.constants(name).items()
            if variable.symbol not in ignored  # the executor does not follow them: nothing is known of them
        }
        own = {variable.symbol: variable for variable in constants}
        names = renamed_apart({**naming(encoding, name), **encoding.variables(name), **own})
        nontrivial = [formula for formula in formulas if not _excludes_one_amid_others(formula)]
        kept = irredundant(nontrivial, solver, partial(awkwardness, names), budget)
        everything = (*(eq(variable.symbol, value) for variable, value in constants.items()), *kept)
        span = system.location(name).span
        found.append(
            LoopInvariants(encoding.function(name), span, encoding.calls(name), everything, encoding, name, names)
        )
    return found


def irredundant(
    formulas: Sequence[Term], solver: Solver, awkwardness: Callable[[Term], tuple[int, ...]], budget: Budget
) -> list[Term]:
    """Return a subset that implies all of `formulas`, without those that follow from others about
    as few variables.

        The most awkward ones are removed first, and of equally awkward ones the later ones.
    """
    kept = list(formulas)
    for _, formula in sorted(enumerate(formulas), key=lambda each: (awkwardness(each[1]), each[0]), reverse=True):
        budget.spend()
        about = len(variables_of(formula))
        others = [each for each in kept if each is not formula and len(variables_of(each)) <= about]
        if isinstance(solver.check([*others, not_(formula)], purpose="redundant invariants"), Unsat):
            kept.remove(formula)
    return kept


def awkwardness(names: Mapping[Term, Variable], formula: Term) -> tuple[int, ...]:
    """Return a measure of how hard `formula` is to read in C, the greatest difficulty first."""
    symbols = variables_of(formula)
    types = [names[symbol].ctype for symbol in symbols if symbol in names]
    is_denied = formula.op is Op.NOT
    order = {Op.BVSLT: True, Op.BVULT: False}.get((formula.args[0] if is_denied else formula).op)
    casts = sum(isinstance(each, CInteger | CEnum) and order not in {None, each.signed} for each in types)
    return (
        len(symbols) - len(types),
        len(symbols),
        casts,
        int(is_denied and order is None),
        int(formula.op is not Op.EQ),
    )


def _excludes_one_amid_others(formula: Term) -> bool:
    """Return whether `formula` is ``x != c`` for a ``c`` that is no bound of the signed or the
    unsigned numbers.
    """
    if formula.op is not Op.NOT or formula.args[0].op is not Op.EQ:
        return False
    excluded = formula.args[0].args[1]
    half = 1 << max(excluded.sort.width - 1, 0)
    ends = {0, half - 1, half, 2 * half - 1}
    return excluded.op is Op.CONSTANT and excluded.sort.width > 0 and excluded.payload not in ends
