"""Bit-blasting solver: terms become a circuit, the circuit becomes clauses, Glucose decides the
clauses.

It shares no code with the other solvers: Bitwuzla and cvc5 use CaDiCaL, Z3 uses a SAT solver of
its own. It decides bit-vectors, Booleans, arrays and uninterpreted functions over them, and
floats except remainder and fused multiply-add.

A check holds Python's global lock. It runs in slices of some tenths of a second; between two
slices it checks the time limit, yields to the scheduler and handles interrupts. The library has
no memory limit; limit the process instead.
"""
# ruff: noqa: D102 - the methods are documented where their protocol is

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from surefoot.base.budget import Budget
from surefoot.base.errors import invariant
from surefoot.base.records import dataclass, field
from surefoot.circuits import arrays, truth_tables, words
from surefoot.circuits.blasting import BitBlaster, Bits, NotBits, as_word
from surefoot.circuits.cnf import Clauses
from surefoot.circuits.float_arithmetic import mode_of
from surefoot.circuits.graph import Graph, Literal
from surefoot.circuits.sequential import Simulation
from surefoot.circuits.truth_tables import Supports
from surefoot.logic import ArraySort, ArrayValue, BoolSort, RoundingModeSort, Sort, Term, Value, default_value
from surefoot.smt.adapters.glucose import Glucose
from surefoot.smt.adapters.native_library import LacksCapability, NumberElement, Satisfiability
from surefoot.smt.contracts import TIME_LIMIT, Limits, NoAnswer, Use
from surefoot.smt.limits import LIMITS

if TYPE_CHECKING:
    from surefoot.smt.adapters.glucose import CheckedGlucose


@dataclass(slots=True)
class _Scope:
    """A solver scope: its activation variable, and those of its formulas that are not yet clauses."""

    variable: int
    waiting: list[Literal] = field(default_factory=list)
    required: list[Literal] = field(default_factory=list)
    """All formulas of the scope."""


class BitsLibrary:
    """Glucose below a circuit as a `Library`."""

    pauses: ClassVar = True

    def __init__(
        self, limits: Limits, use: Use, name: str = "bits", sat: "Glucose | CheckedGlucose | None" = None
    ) -> None:
        del limits, use
        self.name = name
        self._graph = Graph()
        self._supports = Supports(self._graph)
        self._blaster = BitBlaster(self._graph)
        self._sat = sat or Glucose()
        self._tries = sat is None
        """True if enumeration of all input values is allowed. It produces no refutation to check.
        """
        self._clauses = Clauses(self._graph, self._sat.add)
        self._scopes = [_Scope(self._clauses.variable())]
        self._simulation = Simulation(self._graph, _any)
        self._core: frozenset[Literal] | None = None
        """The literals that were assumed when all values were tried in vain."""

    def build(self, term: Term, arguments: Sequence[Bits]) -> Bits:
        if len(self._graph) > LIMITS.bits_nodes:
            raise LacksCapability(f"bits does not decide circuits of more than {LIMITS.bits_nodes} nodes")
        try:
            return self._blaster.build(term, arguments)
        except NotBits as lack:
            raise LacksCapability(f"bits does not decide {lack}") from None

    def ite(self, condition: Bits, then: Bits, otherwise: Bits) -> Bits:
        return words.mux(self._graph, _literal(condition), as_word(then), as_word(otherwise))

    def require(self, formula: Bits) -> None:
        self._scopes[-1].waiting.append(_literal(formula))
        self._scopes[-1].required.append(_literal(formula))

    def push(self) -> None:
        self._scopes.append(_Scope(self._clauses.variable()))

    def pop(self) -> None:
        self._sat.add([-self._scopes.pop().variable])

    def check(self, assumptions: Sequence[Bits], budget: Budget) -> Satisfiability | NoAnswer:
        tried = self._tried([_literal(each) for each in assumptions]) if self._tries else None
        return self._solved(assumptions, budget) if tried is None else tried

    def _tried(self, assumed: list[Literal]) -> Satisfiability | None:
        """Enumerate all values of the inputs, if they are few; return `None` otherwise."""
        required = [each for scope in self._scopes for each in scope.required]
        found = truth_tables.satisfying(self._graph, self._graph.conjuncts(*required, *assumed), self._supports)
        self._core = None
        match found:
            case truth_tables.TooManyInputs():
                return None
            case None:
                self._core = frozenset(assumed)
                return Satisfiability.UNSATISFIABLE
            case inputs:
                self._simulation = Simulation(self._graph, lambda node: inputs.get(node, 0))
                return Satisfiability.SATISFIABLE

    def _solved(self, assumptions: Sequence[Bits], budget: Budget) -> Satisfiability | NoAnswer:
        for scope in self._scopes:
            if not self._add_clauses(scope, budget):
                return NoAnswer(TIME_LIMIT)
        assumed = [
            *(each.variable for each in self._scopes[1:]),
            *(self._clauses.literal(_literal(each)) for each in assumptions),
        ]
        outcome = self._sat.solve(assumed, budget)
        if outcome is Satisfiability.SATISFIABLE:
            values = self._sat.model()
            variable_of = self._clauses.variable_of
            last = len(values)

            def value_of(node: int) -> int:
                variable = variable_of(node)
                return int(variable is not None and variable <= last and values[variable - 1] > 0)

            self._simulation = Simulation(self._graph, value_of)
        return outcome

    def failed_assumptions(self, assumptions: Sequence[Bits]) -> Sequence[bool]:
        if self._core is not None:
            self._core = self._smallest(self._core)
            return [_literal(each) in self._core for each in assumptions]
        failed = self._sat.core()
        return [self._clauses.literal(_literal(each)) in failed for each in assumptions]

    def _smallest(self, core: frozenset[Literal]) -> frozenset[Literal]:
        """Literals of ``core`` without any of which some values satisfy the rest."""
        required = [each for scope in self._scopes for each in scope.required]
        kept = list(dict.fromkeys(core))
        for literal in tuple(kept):
            rest = [each for each in kept if each != literal]
            if self._holds_never(*required, *rest):
                kept = rest
        return frozenset(kept)

    def _holds_never(self, *literals: Literal) -> bool:
        return truth_tables.satisfying(self._graph, self._graph.conjuncts(*literals), self._supports) is None

    def read(self, term: Bits, sort: Sort, number_element: NumberElement) -> Value:
        del number_element
        if isinstance(sort, ArraySort):
            return self._read_array(term, sort)
        return self._value(as_word(term), sort)

    def close(self) -> None:
        self._sat.close()

    def _add_clauses(self, scope: _Scope, budget: Budget) -> bool:
        """Translate the formulas of a scope to clauses; return false if the budget ends first."""
        guard = [] if scope is self._scopes[0] else [-scope.variable]
        while scope.waiting:
            for part in self._graph.conjuncts(scope.waiting[-1]):
                if budget.is_over():
                    return False
                self._sat.add([*guard, self._clauses.literal(part)])
            scope.waiting.pop()
        return True

    def _value(self, word: tuple[Literal, ...], sort: Sort) -> Value:
        number = self._simulation.number(word)
        match sort:
            case BoolSort():
                return bool(number)
            case RoundingModeSort():
                return mode_of(number)
            case _:
                return number

    def _read_array(self, array: Bits, sort: ArraySort) -> Value:
        """Return the variable for a read; reads at one index share it."""
        invariant(isinstance(array, arrays.UnknownArray), "only variables are read")
        entries: dict[Value, Value] = {}
        reads = array.reads if isinstance(array, arrays.UnknownArray) else {}
        for index, word in reads.items():
            entries.setdefault(self._value(index, sort.index), self._value(word, sort.element))
        return ArrayValue(default_value(sort.element), entries)


def checked_bits(limits: Limits, use: Use) -> BitsLibrary:
    """Create the solver `checked bits`, which answers `Unsat` after its refutation was checked."""
    from surefoot.smt.adapters.glucose import CheckedGlucose  # rarely needed

    return BitsLibrary(limits, use, "checked bits", CheckedGlucose())


def _any(_node: int) -> int:
    return 0


def _literal(formula: Bits) -> Literal:
    return as_word(formula)[0]
