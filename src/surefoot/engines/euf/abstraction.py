"""Abstraction of operators by uninterpreted functions, and concretisation.

``A[f]`` replaces every operator of ``f`` except the Boolean ones, ``=`` and ``ite`` by an
uninterpreted function: one for each operator, payload and sorts of arguments. With D for the
inverse,

    A[f] is valid  =>  f is valid        D[A[f]]  <=>  f

Bit-vectors stay bit-vectors, used up to equality only: different constants differ without
axioms, sorts keep their cardinality, and each operator can be made concrete alone
(`more_concrete`). Values of other sorts become bit-vectors: floats their bits, integers and
arrays 64-bit names, which suffice because no formula has 2^64 terms. These sorts become concrete
all at once, as a `Theory`.

The abstract control system has the same locations and edges, with uninterpreted functions in the
formulas.
"""

from collections.abc import Iterable

from surefoot.base.enums import Enum
from surefoot.base.errors import invariant
from surefoot.base.records import dataclass
from surefoot.engines.ic3.consecution import Preconditions, WeakestPreconditions
from surefoot.engines.limits import LIMITS
from surefoot.logic import (
    BOOL,
    INT,
    ROUNDING_MODE,
    ArraySort,
    FloatSort,
    FunctionSymbol,
    Op,
    Sort,
    Symbol,
    SymbolKind,
    Term,
    Value,
    apply,
    bit_vector,
    bv,
    constant,
    fold,
    ite,
    postorder,
    rebuild,
    variable,
)
from surefoot.systems.control.system import ControlSystem, Edge, Fact, Invariants, Location, StateVariable


class Theory(Enum):
    """Sorts that become concrete together with all operators on them."""

    ARRAYS = "arrays"
    FLOATS = "floats"
    INTEGERS = "integers"


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator with its payload and the sorts of its arguments."""

    op: Op
    payload: object
    parameters: tuple[Sort, ...]
    result: Sort

    def __str__(self) -> str:
        payload = "" if self.payload is None else f"[{self.payload}]"
        return f"{self.op.value}{payload}({', '.join(str(each) for each in self.parameters)})"


Culprit = Operator | Theory
"""Unit of concretisation."""


_LIGHT = frozenset(
    {
        Op.BVNOT,
        Op.BVAND,
        Op.BVOR,
        Op.BVXOR,
        Op.BVNEG,
        Op.BVADD,
        Op.BVSUB,
        Op.BVULT,
        Op.BVSLT,
        Op.EXTRACT,
        Op.CONCAT,
        Op.ZERO_EXTEND,
        Op.SIGN_EXTEND,
    }
)


def is_light(culprit: Culprit) -> bool:
    """Return whether it is an operator with a few gates a bit, which hardly slows queries when
    concrete.
    """
    return isinstance(culprit, Operator) and culprit.op in _LIGHT


def operator_of(term: Term) -> Operator:
    """Return the operator that ``term`` applies."""
    return Operator(term.op, term.payload, tuple(each.sort for each in term.args), term.sort)


class DataAbstraction:
    """``A`` and ``D`` of the module, with the operators and theories in ``concrete`` interpreted."""

    def __init__(self, concrete: Iterable[Culprit] = ()) -> None:
        self.concrete = frozenset(concrete)
        self._abstracted: dict[Term, Term] = {}
        self._concretised: dict[Term, Term] = {}
        self._functions: dict[Operator, FunctionSymbol] = {}
        self._operators: dict[FunctionSymbol, Operator] = {}
        self._samples: dict[FunctionSymbol, Term] = {}
        """A sample term with its operator for each function."""
        self._originals: dict[Term, Term] = {}
        self._numbers: dict[Sort, dict[Value, int]] = {}
        self._values: dict[Sort, list[Value]] = {}

    def more_concrete(self, culprits: Iterable[Culprit]) -> "DataAbstraction":
        """Return the abstraction with ``culprits`` concrete, too."""
        return DataAbstraction((*self.concrete, *culprits))

    def abstract(self, term: Term) -> Term:
        """Return A[term]."""
        return fold(term, self._abstract, self._abstracted)

    def original(self, term: Term) -> Term:
        """Return D[term].

        Requires: constants of sorts other than bit-vectors in ``term`` come from `abstract`
        """
        return fold(term, self._concretise, self._concretised)

    def culprits(self, *terms: Term) -> dict[Culprit, None]:
        """Return the uninterpreted operators of the abstract ``terms`` in the order of appearance."""
        found: dict[Culprit, None] = {}
        for term in postorder(terms):
            operator = self.operator(term)
            if operator is not None:
                theories = _theories(operator)
                found.update(dict.fromkeys(theories or (operator,)))
        return found

    def operator(self, term: Term) -> Operator | None:
        """Return the operator that the root of an abstract ``term`` represents, if it is
        uninterpreted.
        """
        return self._operators.get(term.payload) if term.op is Op.APPLY else None

    def sort(self, term: Term) -> Sort:
        """Return the original sort of the abstract ``term``; a constant represents itself."""
        while term.op is Op.ITE:
            term = next((each for each in term.args[1:] if each.op is not Op.CONSTANT), term.args[1])
        operator = self.operator(term)
        return self._originals.get(term, term).sort if operator is None else operator.result

    def is_faithful(self, sort: Sort) -> bool:
        """Return whether values of ``sort`` represent themselves."""
        return self._carrier(sort) is sort

    def _abstract(self, term: Term, args: list[Term]) -> Term:
        match term.op:
            case Op.VARIABLE:
                return self._variable(term)
            case Op.CONSTANT:
                return self._constant(term)
            case Op.NOT | Op.AND | Op.OR | Op.ITE | Op.EQ | Op.APPLY:
                return rebuild(term, tuple(args)) if tuple(args) != term.args else term
            case _:
                operator = operator_of(term)
                theories = _theories(operator)
                if theories <= self.concrete if theories else operator in self.concrete:
                    return rebuild(term, tuple(args))
                return apply(self._function(operator, term), *args)

    def _variable(self, term: Term) -> Term:
        carrier = self._carrier(term.sort)
        if carrier is term.sort:
            return term
        symbol: Symbol = term.payload
        own = variable(Symbol(SymbolKind.AUXILIARY, f"{term.sort} {symbol.key}", 0, str(symbol)), carrier)
        self._originals[own] = term
        return own

    def _constant(self, term: Term) -> Term:
        carrier = self._carrier(term.sort)
        if carrier is term.sort:
            return term
        if isinstance(term.sort, FloatSort):
            return bv(term.payload, term.sort.bits)
        numbers = self._numbers.setdefault(term.sort, {})
        if term.payload not in numbers:
            numbers[term.payload] = len(numbers)
            self._values.setdefault(term.sort, []).append(term.payload)
        return bv(numbers[term.payload], carrier.width)

    def _carrier(self, sort: Sort) -> Sort:
        if theories_of(sort) <= self.concrete:
            return sort
        return bit_vector(sort.bits if isinstance(sort, FloatSort) else LIMITS.carrier_bits)

    def _function(self, operator: Operator, sample: Term) -> FunctionSymbol:
        found = self._functions.get(operator)
        if found is None:
            parameters = tuple(self._carrier(each) for each in operator.parameters)
            found = FunctionSymbol(str(operator), parameters, self._carrier(operator.result))
            self._functions[operator] = found
            self._operators[found] = operator
            self._samples[found] = sample
        return found

    def _concretise(self, term: Term, args: list[Term]) -> Term:
        match term.op:
            case Op.VARIABLE:
                return self._originals.get(term, term)
            case Op.CONSTANT:
                return term
            case Op.EQ:
                return rebuild(term, self._alike(args))
            case Op.ITE:
                return rebuild(term, (args[0], *self._alike(args[1:])))
            case _:
                operator = self.operator(term)
                if operator is None:
                    return rebuild(term, tuple(args))
                fitting = (self._fitting(each, sort) for each, sort in zip(args, operator.parameters, strict=True))
                return rebuild(self._samples[term.payload], tuple(fitting))

    def _alike(self, args: list[Term]) -> tuple[Term, ...]:
        """Return ``args`` with constants converted to the sort of the others."""
        sort = next((each.sort for each in args if not theories_of(each.sort) <= self.concrete), args[0].sort)
        return tuple(self._fitting(each, sort) for each in args)

    def _fitting(self, term: Term, sort: Sort) -> Term:
        """Return ``term`` with its constants converted to ``sort``."""
        if term.sort is sort:
            return term
        if term.op is Op.ITE:
            condition, then, otherwise = term.args
            return ite(condition, self._fitting(then, sort), self._fitting(otherwise, sort))
        invariant(term.op is Op.CONSTANT, f"{term} stands for no value of {sort}")
        if isinstance(sort, FloatSort):
            return constant(term.payload, sort)
        return constant(self._values[sort][term.payload], sort)


def compares_arrays(*terms: Term) -> bool:
    """Return whether ``terms`` contain an equation between arrays, which solvers hardly decide and
    the search does not need.
    """
    return any(term.op is Op.EQ and isinstance(term.args[0].sort, ArraySort) for term in postorder(terms))


def theories_of(sort: Sort) -> frozenset[Theory]:
    """Return the theories of ``sort``; none for bit-vectors and Booleans."""
    if sort is BOOL or sort.width:
        return _NONE
    if isinstance(sort, ArraySort):
        return frozenset({Theory.ARRAYS}) | theories_of(sort.index) | theories_of(sort.element)
    if isinstance(sort, FloatSort) or sort is ROUNDING_MODE:
        return frozenset({Theory.FLOATS})
    return frozenset({Theory.INTEGERS}) if sort is INT else _NONE


_NONE: frozenset[Theory] = frozenset()


def _theories(operator: Operator) -> frozenset[Theory]:
    return _NONE.union(*(theories_of(each) for each in (*operator.parameters, operator.result)))


class AbstractSystem:
    """The control system A[original], edge by edge.

    Ensures: every run of the original is a run of it
    """

    def __init__(self, original: ControlSystem, abstraction: DataAbstraction) -> None:
        self.original = original
        self.abstraction = abstraction
        abstract = abstraction.abstract
        edges = {id(edge): self._edge(edge) for edge in original.edges}
        self._originals = {id(edges[id(edge)]): edge for edge in original.edges}
        self.system = ControlSystem(
            tuple(abstract(each) for each in original.parameters),
            tuple(Fact(tuple(abstract(s) for s in each.about), abstract(each.formula)) for each in original.facts),
            tuple(self._location(each) for each in original.locations),
            tuple(edges.values()),
        )

    def original_edge(self, edge: Edge) -> Edge:
        """Return the original of an abstract ``edge``."""
        return self._originals[id(edge)]

    def preconditions(self, *, rewriting: bool) -> Preconditions:
        """Return the weakest preconditions of the abstract system.

        With ``rewriting`` they are computed on original terms, which simplify, and then
        abstracted, so that facts that follow by rewriting need no lemma.
        """
        return RewritingPreconditions(self) if rewriting else WeakestPreconditions(self.system)

    def invariants(self, known: Invariants) -> Invariants:
        """Return the abstraction of invariants of the original."""
        return {name: tuple(self.abstraction.abstract(each) for each in formulas) for name, formulas in known.items()}

    def _location(self, location: Location) -> Location:
        abstract = self.abstraction.abstract
        variables = tuple(StateVariable(abstract(each.symbol), each.referent) for each in location.variables)
        inputs = tuple(abstract(each) for each in location.inputs)
        return Location(location.name, variables, inputs, abstract(location.domain), location.span)

    def _edge(self, edge: Edge) -> Edge:
        abstract = self.abstraction.abstract
        update = {abstract(symbol): abstract(value) for symbol, value in edge.update.items()}
        return Edge(edge.source, edge.target, abstract(edge.guard), update)


class RewritingPreconditions:
    """Preconditions A[D[formula][u_e]] for the update u_e of the original edge."""

    def __init__(self, abstract: AbstractSystem) -> None:
        self._abstract = abstract
        self._original = WeakestPreconditions(abstract.original)
        self._known: dict[tuple[int, Term], Term] = {}
        self._guards: dict[int, Term] = {}

    def guard(self, edge: Edge) -> Term:
        """Return the abstract guard of ``edge``."""
        found = self._guards.get(id(edge))
        if found is None:
            guard = self._original.guard(self._abstract.original_edge(edge))
            found = self._guards[id(edge)] = self._abstract.abstraction.abstract(guard)
        return found

    def of(self, edge: Edge, formula: Term) -> Term:
        """Return the abstract precondition of ``formula`` along ``edge``."""
        found = self._known.get((id(edge), formula))
        if found is None:
            abstraction = self._abstract.abstraction
            before = self._original.of(self._abstract.original_edge(edge), abstraction.original(formula))
            found = self._known[id(edge), formula] = abstraction.abstract(before)
        return found
