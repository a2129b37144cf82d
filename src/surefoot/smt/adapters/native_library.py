"""Common part of all adapters of native solver libraries.

An adapter provides a `Library`: building one native term, checking, reading one value.
`LibrarySolver` does the rest: it translates each term once and keeps scopes, budgets,
statistics, cores, models that outlive their check, and the operators that libraries leave
unspecified and our logic defines.
"""
# ruff: noqa: D102 - the methods are documented where their protocol is

import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import ClassVar, Generic, Protocol, TypeVar

from surefoot.base.budget import Budget
from surefoot.base.enums import Enum
from surefoot.base.errors import OutOfBudget, invariant
from surefoot.base.records import dataclass, field
from surefoot.logic import (
    FunctionSymbol,
    Op,
    Sort,
    Symbol,
    SymbolKind,
    Term,
    UninterpretedSort,
    Value,
    and_,
    bv,
    default_value,
    eq,
    fold,
    fp_from_ieee_bv,
    fp_is_nan,
    implies,
    not_,
    variable,
)
from surefoot.logic.values import canonical_nan
from surefoot.smt.contracts import TIME_LIMIT, Answer, Limits, NoAnswer, Sat, Unsat, Use
from surefoot.smt.limits import LIMITS
from surefoot.smt.statistics import QueryStatistics

Native = TypeVar("Native")


class LacksCapability(Exception):
    """Raised by `Library.build` for a sort or operator that the library cannot decide."""


class Satisfiability(Enum):
    """A definite result of a library's check."""

    SATISFIABLE = "sat"
    UNSATISFIABLE = "unsat"


NumberElement = Callable[[UninterpretedSort, str], int]
"""Gives the number of an element of an uninterpreted sort that the library calls by a name."""


class Library(Protocol[Native]):
    """A native solver library with terms of type ``Native``. Assertions live until the push before
    them is popped.
    """

    pauses: ClassVar[bool]
    """True if a long check pauses where its budget demands it."""

    @property
    def name(self) -> str:
        """The name of the library."""
        ...

    def build(self, term: Term, arguments: Sequence[Native]) -> Native:
        """Return the native term for ``term``, whose arguments are already translated.

        Different variables become different constants even if they have one spelling: see
        `constant_name`. Conversions from floating point to bit-vectors are used in their range
        only.

        Requires: the operator is not FP_TO_IEEE_BV and the sort is not uninterpreted. Raises
          `LacksCapability`.
        """
        ...

    def ite(self, condition: Native, then: Native, otherwise: Native) -> Native:
        """Return the native conditional."""
        ...

    def require(self, formula: Native) -> None:
        """Assert a formula at the current level."""
        ...

    def push(self) -> None:
        """Open a level."""
        ...

    def pop(self) -> None:
        """Close the innermost level."""
        ...

    def check(self, assumptions: Sequence[Native], budget: Budget) -> Satisfiability | NoAnswer:
        """Decide the assertions and assumptions within about ``budget``; pause where it demands if
        the library can.
        """
        ...

    def failed_assumptions(self, assumptions: Sequence[Native]) -> Sequence[bool]:
        """Return for each assumption of the last check, which was UNSATISFIABLE, whether it is in
        the core.
        """
        ...

    def read(self, term: Native, sort: Sort, number_element: NumberElement) -> Value:
        """Return the value of ``term`` in the model of the last check, which was SATISFIABLE; until
        the next change.
        """
        ...

    def close(self) -> None:
        """Release everything."""
        ...


@dataclass(slots=True)
class _Vocabulary(Generic[Native]):
    """The symbols a library has seen."""

    variables: dict[Term, Native] = field(default_factory=dict)
    applications: dict[FunctionSymbol, list[tuple[Native, tuple[Native, ...]]]] = field(default_factory=dict)
    elements: dict[UninterpretedSort, dict[int, Native]] = field(default_factory=dict)


class _LibraryModel(Generic[Native]):
    """A model read from the library on demand, and in one go (`complete`) before the library moves
    on.
    """

    def __init__(self, library: Library[Native], vocabulary: _Vocabulary[Native]) -> None:
        self._library: Library[Native] | None = library
        self._vocabulary = vocabulary
        self._values: dict[Term, Value] = {}
        self._tables: dict[FunctionSymbol, dict[tuple[Value, ...], Value]] = {}
        self._numbers: dict[UninterpretedSort, dict[str, int]] = {}
        self._read_elements(library)

    def value(self, variable: Term) -> Value:
        if variable.op is not Op.VARIABLE:  # its text would take longer than reading its value
            raise AssertionError(f"{variable} is not a variable")
        found = self._values.get(variable)
        if found is not None:
            return found
        native = self._vocabulary.variables.get(variable)
        if self._library is None or native is None:
            return default_value(variable.sort)
        found = self._values[variable] = self._library.read(native, variable.sort, self._number_element)
        return found

    def apply(self, symbol: FunctionSymbol, arguments: tuple[Value, ...]) -> Value:
        table = self._tables.get(symbol)
        if table is None:
            table = self._tables[symbol] = self._read_table(symbol)
        found = table.get(arguments)
        return default_value(symbol.result) if found is None else found

    def complete(self) -> None:
        """Read every value that is left: the library's state is about to change."""
        for known in self._vocabulary.variables:
            self.value(known)
        for symbol in self._vocabulary.applications:
            if symbol not in self._tables:
                self._tables[symbol] = self._read_table(symbol)
        self._library = None

    def _read_elements(self, library: Library[Native]) -> None:
        for sort, elements in self._vocabulary.elements.items():
            for number, native in elements.items():
                library.read(native, sort, partial(self._name_element, number=number))

    def _name_element(self, sort: UninterpretedSort, name: str, number: int) -> int:
        return self._numbers.setdefault(sort, {}).setdefault(name, number)

    def _number_element(self, sort: UninterpretedSort, name: str) -> int:
        unused = max(self._numbers.get(sort, {}).values(), default=-1) + 1
        return self._name_element(sort, name, unused)

    def _read_table(self, symbol: FunctionSymbol) -> dict[tuple[Value, ...], Value]:
        """Return the values of a function wherever a formula applies it."""
        library = self._library
        if library is None:
            return {}
        read = partial(library.read, number_element=self._number_element)
        return {
            tuple(map(read, arguments, symbol.parameters)): read(native, symbol.result)
            for native, arguments in self._vocabulary.applications.get(symbol, ())
        }


@dataclass(slots=True)
class _Scope:
    """An open scope: the number of definitions made before it, and the formulas it cannot decide."""

    definitions_before: int
    lacking: list[str] = field(default_factory=list)


class LibrarySolver(Generic[Native]):
    """A `Solver` from a `Library`."""

    def __init__(
        self, library: Library[Native], *, budget: Budget, limits: Limits, use: Use, statistics: QueryStatistics
    ) -> None:
        self._library = library
        self._budget = budget
        self._limits = limits
        self._use = use
        self._statistics = statistics
        self._checks = 0
        self._unpolled = 0
        """Number of terms translated since the budget was polled."""
        self._closed = False
        self._natives: dict[Term, Native] = {}
        self._vocabulary: _Vocabulary[Native] = _Vocabulary()
        self._definitions: list[Native] = []
        self._scopes = [_Scope(0)]
        self._latest: Callable[[], _LibraryModel[Native] | None] = _no_model

    @property
    def name(self) -> str:
        return self._library.name

    def add(self, formula: Term) -> None:
        self._keep_model()
        try:
            self._library.require(*self._translate([formula]))
        except LacksCapability as lack:
            self._scopes[-1].lacking.append(str(lack))
        except OutOfBudget:
            self._scopes[-1].lacking.append(self._time_limit())

    def check(self, assumptions: Sequence[Term] = (), *, purpose: str = "") -> Answer:
        self._keep_model()
        self._checks += 1
        invariant(self._use is Use.INCREMENTAL or self._checks == 1, "a one-shot solver answers one check")
        try:
            natives = self._translate(assumptions)
        except LacksCapability as lack:
            return self._recorded(purpose, NoAnswer(str(lack)), 0.0)
        except OutOfBudget:
            return self._recorded(purpose, NoAnswer(self._time_limit()), 0.0)
        for frame in self._scopes:
            if frame.lacking:
                return self._recorded(purpose, NoAnswer(frame.lacking[0]), 0.0)
        budget = self._budget if self._limits.seconds is None else self._budget.at_most_work(self._limits.seconds)
        if budget.is_over():
            return self._recorded(purpose, NoAnswer(TIME_LIMIT), 0.0)
        started = time.thread_time()
        outcome = self._outcome(natives, budget)
        elapsed = time.thread_time() - started
        return self._recorded(purpose, self._answer(outcome, assumptions, natives), elapsed)

    def _outcome(self, natives: Sequence[Native], budget: Budget) -> Satisfiability | NoAnswer:
        """Return the library's answer. A library that cannot pause is interrupted after slices that
        double in length.
        """
        if self._library.pauses or not budget.may_pause or self._use is not Use.INCREMENTAL:
            return self._library.check(natives, budget)
        seconds = LIMITS.library_slice_seconds
        while True:
            outcome = self._library.check(natives, budget.at_most(seconds))
            if outcome != NoAnswer(TIME_LIMIT) or budget.is_over():
                return outcome
            seconds *= 2

    @contextmanager
    def scope(self) -> Iterator[None]:
        invariant(self._use is Use.INCREMENTAL, "a one-shot solver has no scopes")
        self._keep_model()
        self._library.push()
        self._scopes.append(_Scope(len(self._definitions)))
        try:
            yield
        finally:
            self._leave_scope()

    def close(self) -> None:
        if not self._closed:
            self._keep_model()
            self._closed = True
            self._library.close()

    def _answer(
        self, outcome: Satisfiability | NoAnswer, assumptions: Sequence[Term], natives: Sequence[Native]
    ) -> Answer:
        match outcome:
            case Satisfiability.SATISFIABLE:
                model = _LibraryModel(self._library, self._vocabulary)
                self._latest = weakref.ref(model)
                return Sat(model)
            case Satisfiability.UNSATISFIABLE:
                failed = self._library.failed_assumptions(natives) if natives else ()
                core = (assumption for assumption, fails in zip(assumptions, failed, strict=True) if fails)
                return Unsat(tuple(dict.fromkeys(core)))
            case NoAnswer():
                return outcome

    def _recorded(self, purpose: str, answer: Answer, seconds: float) -> Answer:
        self._statistics.record_check(purpose, answer, seconds)
        return answer

    def _leave_scope(self) -> None:
        """Definitions are facts about all assignments that later formulas rely on: they outlive
        their scope.
        """
        frame = self._scopes.pop()
        if self._closed:
            return
        self._keep_model()
        self._library.pop()
        for definition in self._definitions[frame.definitions_before :]:
            self._library.require(definition)

    def _keep_model(self) -> None:
        """Called before every change of the library's state: a model that someone still holds stays
        readable.
        """
        model = self._latest()
        if model is not None:
            model.complete()
            self._latest = _no_model

    def _translate(self, terms: Sequence[Term]) -> list[Native]:
        started = time.thread_time()
        try:
            return [self._native(term) for term in terms]
        finally:
            self._statistics.record_translation(time.thread_time() - started)

    def _time_limit(self) -> str:
        """Return the reason of queries without time; raise `OutOfBudget` if the work is cancelled."""
        self._budget.is_over()
        return TIME_LIMIT

    def _native(self, term: Term) -> Native:
        known = self._natives.get(term)
        return fold(term, self._build_in_time, self._natives) if known is None else known

    def _build_in_time(self, term: Term, arguments: Sequence[Native]) -> Native:
        """Return the native term. Raises `OutOfBudget`; a later translation continues here."""
        self._unpolled += 1
        if self._unpolled >= LIMITS.terms_between_polls:
            self._unpolled = 0
            self._budget.spend()
        return self._build(term, arguments)

    def _build(self, term: Term, arguments: Sequence[Native]) -> Native:
        op = term.op
        if op not in _BUILT_HERE:
            return self._library.build(term, arguments)
        match op:
            case Op.FP_TO_SIGNED | Op.FP_TO_UNSIGNED:
                from surefoot.smt.adapters.conversions import is_in_range  # with floats only

                outside = bv(1 << (term.sort.width - 1), term.sort.width)
                inside = self._library.build(term, arguments)
                return self._library.ite(self._native(is_in_range(term)), inside, self._native(outside))
            case Op.FP_TO_IEEE_BV:
                return self._ieee_bits(term)
            case Op.CONSTANT:
                if isinstance(term.sort, UninterpretedSort):
                    return self._element(term.sort, term.payload)
                return self._library.build(term, ())
            case Op.APPLY:
                native = self._library.build(term, arguments)
                self._vocabulary.applications.setdefault(term.payload, []).append((native, tuple(arguments)))
                return native
            case _:
                native = self._library.build(term, ())
                self._vocabulary.variables[term] = native
                return native

    def _ieee_bits(self, conversion: Term) -> Native:
        """Bits b with  to_fp(b) = t  and  isNaN(t) => b is canonical: for every t there is exactly
        one such b.
        """
        (operand,) = conversion.args
        from surefoot.smt.adapters.conversions import format_of  # with floats only

        sort = format_of(operand)
        name = Symbol(SymbolKind.AUXILIARY, "bits of a float", conversion.id, f"bits of {conversion.id}")
        bits = variable(name, conversion.sort)
        canonical = bv(canonical_nan(sort), sort.bits)
        self._define(and_(eq(fp_from_ieee_bv(bits, sort), operand), implies(fp_is_nan(operand), eq(bits, canonical))))
        return self._native(bits)

    def _element(self, sort: UninterpretedSort, number: int) -> Native:
        """Element ``number`` of an uninterpreted sort is a variable that differs from every other
        element.
        """
        known = self._vocabulary.elements.setdefault(sort, {})
        element = _element_variable(sort, number)
        for other in known:
            self._define(not_(eq(element, _element_variable(sort, other))))
        native = known[number] = self._native(element)
        return native

    def _define(self, formula: Term) -> None:
        native = self._native(formula)
        self._definitions.append(native)
        self._library.require(native)


def _element_variable(sort: UninterpretedSort, number: int) -> Term:
    return variable(Symbol(SymbolKind.AUXILIARY, "element", number, f"element {number}"), sort)


def constant_name(variable: Term) -> str:
    """Return the name of a variable in a library that identifies constants by name.

    Ensures: no other term has this name
    """
    return f"{variable.payload} {variable.id}"


def _no_model() -> None:
    """Do nothing; `LibrarySolver` refers to this function while no model depends on the library's
    state.
    """


_BUILT_HERE = frozenset({Op.VARIABLE, Op.CONSTANT, Op.APPLY, Op.FP_TO_SIGNED, Op.FP_TO_UNSIGNED, Op.FP_TO_IEEE_BV})
