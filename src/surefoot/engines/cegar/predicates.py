"""Predicates of each location, a growing set, and the implications between them.

Formulas are decomposed into literals, predicates or their negations. In the domain of IC3-CEGAR,
obligations are partial assignments and clauses are over predicates.
"""

from collections.abc import Iterable, Iterator

from surefoot.discharge.system_solver import SwitchedSolver
from surefoot.engines.ic3.domain import JustifiedDomain, Lifted
from surefoot.engines.limits import LIMITS
from surefoot.engines.searches import decided
from surefoot.logic import (
    BOOL,
    FALSE,
    INT,
    TRUE,
    ArraySort,
    BitVecSort,
    Evaluator,
    Op,
    Term,
    UninterpretedSort,
    atoms_of,
    bvsle,
    bvslt,
    bvsub,
    constant,
    eq,
    int_le,
    int_lt,
    int_sub,
    not_,
    substitute,
    variables_of,
)
from surefoot.logic.transformations.cases import parts_of_conjunction
from surefoot.smt.contracts import Unsat
from surefoot.systems.control.system import ControlSystem, Edge


def has_order(term: Term) -> bool:
    """Return whether ``term`` is a number with a meaningful order."""
    return term.sort is INT or (isinstance(term.sort, BitVecSort) and term.sort.width >= LIMITS.ordered_bits)


def at_most(left: Term, right: Term) -> Term:
    """Return ``left <= right``; bit-vectors are signed."""
    return int_le(left, right) if left.sort is INT else bvsle(left, right)


def positive(literal: Term) -> Term:
    """Return the predicate of a literal."""
    return literal.args[0] if literal.op is Op.NOT else literal


def split_equation(literal: Term) -> tuple[Term, ...]:
    """Return ``literal``, or two inequalities equivalent to it if it equates numbers."""
    if literal.op is Op.EQ and has_order(literal.args[0]):
        left, right = literal.args
        return at_most(left, right), at_most(right, left)
    return (literal,)


def predicates_of(formula: Term, *, keeps_equations: bool) -> Iterator[Term]:
    """Yield predicates whose conjunction is ``formula``.

    An equation e = 0 becomes e <= 0 and e >= 0 or, with ``keeps_equations``, e = 0 and e <= 0.
    """
    for conjunct in parts_of_conjunction(formula):
        parts = split_equation(conjunct)
        if keeps_equations and len(parts) > 1:
            parts = (conjunct, parts[0])
        for each in parts:
            if each is not TRUE and each is not FALSE:
                yield positive(each)


def assigned(literal: Term) -> tuple[Term, Term] | None:
    """Return the symbol and the constant if ``literal`` is an assignment; Boolean symbols and their
    negations are, too.
    """
    if literal.sort is BOOL and positive(literal).op is Op.VARIABLE:
        return positive(literal), TRUE if literal.op is Op.VARIABLE else FALSE
    if literal.op is Op.EQ:
        for left, right in (literal.args, literal.args[::-1]):
            if left.op is Op.VARIABLE and right.op is Op.CONSTANT:
                return left, right
    return None


def assignment(symbol: Term, value: Term) -> Term:
    """Return the literal ``symbol = value``."""
    if symbol.sort is BOOL:
        return symbol if value is TRUE else not_(symbol)
    return eq(symbol, value)


class Predicates:
    """Predicates of all locations. No two of a location are equal or complementary."""

    def __init__(self, *, keeps_equations: bool = False) -> None:
        self._at: dict[str, dict[Term, frozenset[Term]]] = {}
        self._keeps_equations = keeps_equations

    def add(self, name: str, formula: Term) -> bool:
        """Add the conjuncts of ``formula`` at ``name``, equations as inequalities; return whether
        some are new.
        """
        return self._add(name, predicates_of(formula, keeps_equations=self._keeps_equations))

    def add_whole(self, name: str, predicate: Term) -> bool:
        """Add ``predicate`` at ``name`` unchanged; return whether it is new."""
        return predicate is not TRUE and predicate is not FALSE and self._add(name, [positive(predicate)])

    def _add(self, name: str, predicates: Iterable[Term]) -> bool:
        known = self._at.setdefault(name, {})
        before = len(known)
        for each in predicates:
            known.setdefault(each, frozenset(variables_of(each)))
        return len(known) > before

    def about(self, name: str, symbols: frozenset[Term]) -> list[Term]:
        """Return the predicates of ``name`` that mention one of ``symbols``."""
        return [each for each, mentioned in self._at.get(name, {}).items() if not mentioned.isdisjoint(symbols)]

    def at(self, name: str) -> tuple[Term, ...]:
        """Return the predicates of ``name``."""
        return tuple(self._at.get(name, ()))

    def count(self, name: str) -> int:
        """Return the number of predicates of ``name``."""
        return len(self._at.get(name, ()))

    def __len__(self) -> int:
        return sum(map(len, self._at.values()))


def initial_predicates(system: ControlSystem, name: str) -> Iterator[Term]:
    """Yield conditions of the program at and around a location over its state, and comparisons of
    its numbers.
    """
    location = system.location(name)
    known = frozenset((*system.parameters, *location.symbols))
    for edge in system.edges_from(name):
        for atom in atoms_of(edge.guard):
            if known.issuperset(variables_of(atom)):
                yield atom
    for edge in system.edges_into(name):
        before = _inverse(edge)
        for atom in atoms_of(edge.guard):
            after = substitute(atom, before)
            if after is not TRUE and after is not FALSE and known.issuperset(variables_of(after)):
                yield after
    numbers = [symbol for symbol in location.symbols if has_order(symbol)][: LIMITS.paired_numbers]
    for left in numbers:
        for right in numbers:
            if left is not right and left.sort is right.sort:
                yield int_lt(left, right) if left.sort is INT else bvslt(left, right)


def _inverse(edge: Edge) -> dict[Term, Term]:
    """Return variables before ``edge`` as terms over the state after it, where the edge copies or
    increments them.
    """
    found: dict[Term, Term] = {}
    for symbol, value in edge.update.items():
        if value.op is Op.VARIABLE:
            found.setdefault(value, symbol)
        elif value.op in (Op.BVADD, Op.INT_ADD) and value.args[0].op is Op.VARIABLE and value.args[1].op is Op.CONSTANT:
            minus = int_sub if value.op is Op.INT_ADD else bvsub
            found.setdefault(value.args[0], minus(symbol, value.args[1]))
    return found


class Lattice:
    """Implications between literals over the predicates of a location, decided on demand and
    memoised.
    """

    def __init__(self, system: ControlSystem, predicates: Predicates, solver: SwitchedSolver) -> None:
        self._predicates = predicates
        self._solver = solver
        self._home = {symbol: each.name for each in system.locations for symbol in each.symbols}
        self._implied: dict[tuple[Term, Term], bool] = {}

    def weaker(self, literal: Term) -> list[Term]:
        """Return the literals that ``literal`` implies, except itself, the weakest first."""
        symbols = frozenset(variables_of(literal))
        name = next((self._home[each] for each in symbols if each in self._home), None)
        if name is None:
            return []
        others = [
            each
            for predicate in self._predicates.about(name, symbols)
            if predicate is not positive(literal)
            for each in (predicate, not_(predicate))
        ]
        found = [each for each in others if self.implies(literal, each)]
        return sorted(found, key=lambda each: sum(self.implies(other, each) for other in found), reverse=True)

    def implies(self, literal: Term, other: Term) -> bool:
        """Return whether ``literal`` implies ``other``."""
        known = self._implied.get((literal, other))
        if known is None:
            answer = decided(self._solver.check([literal, not_(other)], purpose="lattice"))
            known = self._implied[literal, other] = isinstance(answer, Unsat)
        return known


class AssignmentDomain:
    """Domain whose literals are assignments, or the deciding comparisons if a formula reads arrays."""

    def __init__(self, system: ControlSystem) -> None:
        self._symbols = {each.name: frozenset((*system.parameters, *each.symbols)) for each in system.locations}
        self._justified = JustifiedDomain(system)

    def lifted(self, name: str, formula: Term, state: Evaluator) -> Lifted:
        """Return literals that explain ``formula`` in ``state``; see `Domain`."""
        own = self._symbols[name]
        symbols = [each for each in variables_of(formula) if each in own]
        if any(isinstance(each.sort, ArraySort | UninterpretedSort) for each in symbols):
            return self._justified.lifted(name, formula, state)
        return Lifted(tuple(assignment(each, constant(state.value(each), each.sort)) for each in symbols))

    def weaker(self, literal: Term) -> Iterable[Term]:
        """Return nothing: cubes of predicates are generalised instead."""
        del literal
        return ()


class PredicateDomain:
    """Domain of clauses: literals are predicates; weaker ones come from the lattice, if there is
    one.
    """

    def __init__(self, concrete: AssignmentDomain, lattice: Lattice | None, weaker_literals: int) -> None:
        self._concrete = concrete
        self._lattice = lattice
        self._weaker_literals = weaker_literals

    def lifted(self, name: str, formula: Term, state: Evaluator) -> Lifted:
        """Return the lifted state, which is abstracted afterwards; see `AssignmentDomain`."""
        return self._concrete.lifted(name, formula, state)

    def weaker(self, literal: Term) -> Iterable[Term]:
        """Return predicates, or their negations, that ``literal`` implies."""
        return () if self._lattice is None else self._lattice.weaker(literal)[: self._weaker_literals]
