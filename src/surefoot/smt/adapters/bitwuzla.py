"""Adapter of the Bitwuzla library: bit-vectors, floating point, arrays and uninterpreted functions.

A check holds Python's global lock and does not handle signals. Bitwuzla calls a terminator some
thousand times a second; the terminator checks the time limit, yields to the scheduler and
handles interrupts.
"""

import os
import resource
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

import bitwuzla
from bitwuzla import Kind

from surefoot.base.budget import Budget
from surefoot.base.errors import invariant
from surefoot.logic import (
    FLOAT16,
    FLOAT32,
    FLOAT64,
    FLOAT128,
    ArraySort,
    ArrayValue,
    BitVecSort,
    BoolSort,
    FloatSort,
    FunctionSymbol,
    IntSort,
    Op,
    RoundingMode,
    RoundingModeSort,
    Sort,
    Term,
    UninterpretedSort,
    Value,
)
from surefoot.logic.values import canonical_float
from surefoot.smt.adapters.native_library import LacksCapability, NumberElement, Satisfiability, constant_name
from surefoot.smt.contracts import MEMORY_LIMIT, NOTHING_TO_INTERPOLATE, TIME_LIMIT, Limits, NoAnswer, Use
from surefoot.smt.limits import LIMITS

# ruff: noqa: D102 - the methods are documented where their protocol is


BitwuzlaTerm = Any
BitwuzlaSort = Any

_KINDS: Mapping[Op, Kind] = MappingProxyType(
    {
        Op.NOT: Kind.NOT,
        Op.AND: Kind.AND,
        Op.OR: Kind.OR,
        Op.ITE: Kind.ITE,
        Op.EQ: Kind.EQUAL,
        Op.BVNOT: Kind.BV_NOT,
        Op.BVNEG: Kind.BV_NEG,
        Op.BVADD: Kind.BV_ADD,
        Op.BVSUB: Kind.BV_SUB,
        Op.BVMUL: Kind.BV_MUL,
        Op.BVUDIV: Kind.BV_UDIV,
        Op.BVUREM: Kind.BV_UREM,
        Op.BVSDIV: Kind.BV_SDIV,
        Op.BVSREM: Kind.BV_SREM,
        Op.BVAND: Kind.BV_AND,
        Op.BVOR: Kind.BV_OR,
        Op.BVXOR: Kind.BV_XOR,
        Op.BVSHL: Kind.BV_SHL,
        Op.BVLSHR: Kind.BV_SHR,
        Op.BVASHR: Kind.BV_ASHR,
        Op.BVULT: Kind.BV_ULT,
        Op.BVSLT: Kind.BV_SLT,
        Op.CONCAT: Kind.BV_CONCAT,
        Op.FP_ABS: Kind.FP_ABS,
        Op.FP_NEG: Kind.FP_NEG,
        Op.FP_ADD: Kind.FP_ADD,
        Op.FP_SUB: Kind.FP_SUB,
        Op.FP_MUL: Kind.FP_MUL,
        Op.FP_DIV: Kind.FP_DIV,
        Op.FP_FMA: Kind.FP_FMA,
        Op.FP_SQRT: Kind.FP_SQRT,
        Op.FP_REM: Kind.FP_REM,
        Op.FP_ROUND_TO_INTEGRAL: Kind.FP_RTI,
        Op.FP_LE: Kind.FP_LEQ,
        Op.FP_LT: Kind.FP_LT,
        Op.FP_EQ: Kind.FP_EQUAL,
        Op.FP_IS_NAN: Kind.FP_IS_NAN,
        Op.FP_IS_INFINITE: Kind.FP_IS_INF,
        Op.FP_IS_ZERO: Kind.FP_IS_ZERO,
        Op.FP_IS_NORMAL: Kind.FP_IS_NORMAL,
        Op.FP_IS_SUBNORMAL: Kind.FP_IS_SUBNORMAL,
        Op.FP_IS_NEGATIVE: Kind.FP_IS_NEG,
        Op.FP_IS_POSITIVE: Kind.FP_IS_POS,
        Op.SELECT: Kind.ARRAY_SELECT,
        Op.STORE: Kind.ARRAY_STORE,
    }
)

_ROUNDING_MODES: Mapping[RoundingMode, bitwuzla.RoundingMode] = MappingProxyType(
    {
        RoundingMode.RNE: bitwuzla.RoundingMode.RNE,
        RoundingMode.RNA: bitwuzla.RoundingMode.RNA,
        RoundingMode.RTP: bitwuzla.RoundingMode.RTP,
        RoundingMode.RTN: bitwuzla.RoundingMode.RTN,
        RoundingMode.RTZ: bitwuzla.RoundingMode.RTZ,
    }
)

_FLOAT_FORMATS = frozenset({FLOAT16, FLOAT32, FLOAT64, FLOAT128})


_kept: list[bitwuzla.TermManager] = []
"""The managers of terms that may still exist."""
_KEPT_ONLY = 3
"""Reference count of a manager that only the list of kept managers and the counting call refer to.
"""


def _new_manager() -> bitwuzla.TermManager:
    """Create a term manager that outlives its terms.

    The garbage collector may free a term after its manager; the library needs the manager then.
    """
    _kept[:] = [each for each in _kept if sys.getrefcount(each) > _KEPT_ONLY]
    manager = bitwuzla.TermManager()
    _kept.append(manager)
    return manager


class BitwuzlaLibrary:
    """Bitwuzla as a `Library`."""

    name = "bitwuzla"
    pauses: ClassVar = True

    def __init__(self, limits: Limits, use: Use) -> None:
        options = bitwuzla.Options()
        options.set(bitwuzla.Option.PRODUCE_MODELS, True)  # noqa: FBT003 - the library's signature
        options.set(bitwuzla.Option.PRODUCE_UNSAT_ASSUMPTIONS, use is Use.INCREMENTAL)
        options.set(bitwuzla.Option.PRODUCE_INTERPOLANTS, use is Use.INTERPOLATION)
        self._terms = _new_manager()
        self._solver = bitwuzla.Bitwuzla(self._terms, options)
        self._watch = _Watch(limits.memory_mb)
        self._solver.configure_terminator(self._watch.stop)
        self._sorts: dict[Sort, BitwuzlaSort] = {}
        self._functions: dict[FunctionSymbol, BitwuzlaTerm] = {}
        self._constant_based: set[Term] = set()

    def build(self, term: Term, arguments: Sequence[BitwuzlaTerm]) -> BitwuzlaTerm:
        kind = _KINDS.get(term.op)
        if kind is not None:
            if self._constant_based:
                self._follow_constant_arrays(term)
            return self._terms.mk_term(kind, arguments)
        return self._build_special(term, arguments)

    def ite(self, condition: BitwuzlaTerm, then: BitwuzlaTerm, otherwise: BitwuzlaTerm) -> BitwuzlaTerm:
        return self._terms.mk_term(Kind.ITE, [condition, then, otherwise])

    def require(self, formula: BitwuzlaTerm) -> None:
        self._solver.assert_formula(formula)

    def push(self) -> None:
        self._solver.push(1)

    def pop(self) -> None:
        self._solver.pop(1)

    def check(self, assumptions: Sequence[BitwuzlaTerm], budget: Budget) -> Satisfiability | NoAnswer:
        self._watch.start(budget)
        if self._watch.reason is not None:
            return NoAnswer(self._watch.reason)
        result = self._solver.check_sat(*assumptions)
        self._watch.finish()
        if result == bitwuzla.Result.SAT:
            return Satisfiability.SATISFIABLE
        if result == bitwuzla.Result.UNSAT:
            return Satisfiability.UNSATISFIABLE
        return NoAnswer(self._watch.reason or "bitwuzla answered unknown")

    def failed_assumptions(self, assumptions: Sequence[BitwuzlaTerm]) -> Sequence[bool]:
        failed = set(self._solver.get_unsat_assumptions())
        return [assumption in failed for assumption in assumptions]

    def read(self, term: BitwuzlaTerm, sort: Sort, number_element: NumberElement) -> Value:
        del number_element
        value = self._solver.get_value(term)
        return int(value.value(16), 16) if sort.width else _decode(value, sort)

    def interpolants(self, parts: Sequence[BitwuzlaTerm], budget: Budget) -> Sequence[str] | NoAnswer:
        for part in parts:
            self._solver.assert_formula(part)
        outcome = self.check((), budget)
        if outcome is not Satisfiability.UNSATISFIABLE:
            return outcome if isinstance(outcome, NoAnswer) else NoAnswer(NOTHING_TO_INTERPOLATE)
        try:
            return [str(each) for each in self._solver.get_interpolants([[part] for part in parts[:-1]])]
        except bitwuzla.BitwuzlaException as failure:
            return NoAnswer(f"bitwuzla: {failure}")

    def close(self) -> None:
        del self._solver

    def _build_special(self, term: Term, arguments: Sequence[BitwuzlaTerm]) -> BitwuzlaTerm:
        make = self._terms.mk_term
        match term.op:
            case Op.VARIABLE:
                return self._terms.mk_const(self._sort(term.sort), constant_name(term))
            case Op.CONSTANT:
                return self._constant(term.payload, term.sort)
            case Op.EXTRACT:
                return make(Kind.BV_EXTRACT, arguments, list(term.payload))
            case Op.ZERO_EXTEND:
                return make(Kind.BV_ZERO_EXTEND, arguments, [term.sort.width - term.args[0].sort.width])
            case Op.SIGN_EXTEND:
                return make(Kind.BV_SIGN_EXTEND, arguments, [term.sort.width - term.args[0].sort.width])
            case Op.FP_FROM_IEEE_BV:
                return make(Kind.FP_TO_FP_FROM_BV, arguments, self._format(term.sort))
            case Op.FP_FROM_FP:
                return make(Kind.FP_TO_FP_FROM_FP, arguments, self._format(term.sort))
            case Op.FP_FROM_SIGNED:
                return make(Kind.FP_TO_FP_FROM_SBV, arguments, self._format(term.sort))
            case Op.FP_FROM_UNSIGNED:
                return make(Kind.FP_TO_FP_FROM_UBV, arguments, self._format(term.sort))
            case Op.FP_TO_SIGNED:
                return make(Kind.FP_TO_SBV, arguments, [term.sort.width])
            case Op.FP_TO_UNSIGNED:
                return make(Kind.FP_TO_UBV, arguments, [term.sort.width])
            case Op.CONSTANT_ARRAY:
                self._constant_based.add(term)
                return self._terms.mk_const_array(self._sort(term.sort), arguments[0])
            case Op.APPLY:
                return make(Kind.APPLY, [self._function(term.payload), *arguments])
            case _:
                raise LacksCapability(f"bitwuzla does not decide {term.op.value!r}")

    def _follow_constant_arrays(self, term: Term) -> None:
        """Refuse equality of arrays built on a constant array: Bitwuzla would answer unknown and
        print a warning.
        """
        if not any(argument in self._constant_based for argument in term.args):
            return
        if term.op is Op.EQ:
            raise LacksCapability("bitwuzla does not decide equality with constant arrays")
        if isinstance(term.sort, ArraySort):
            self._constant_based.add(term)

    def _constant(self, value: Value, sort: Sort) -> BitwuzlaTerm:
        match sort, value:
            case BoolSort(), bool():
                return self._terms.mk_true() if value else self._terms.mk_false()
            case BitVecSort(), int():
                return self._bits(value, sort.width)
            case FloatSort(), int():
                exponent, significand = self._format(sort)
                fraction_bits = significand - 1
                return self._terms.mk_fp_value(
                    self._bits(value >> (sort.bits - 1), 1),
                    self._bits((value >> fraction_bits) & ((1 << exponent) - 1), exponent),
                    self._bits(value & ((1 << fraction_bits) - 1), fraction_bits),
                )
            case RoundingModeSort(), RoundingMode():
                return self._terms.mk_rm_value(_ROUNDING_MODES[value])
            case _:
                return self._sort(sort)

    def _bits(self, value: int, width: int) -> BitwuzlaTerm:
        return self._terms.mk_bv_value(self._sort(BitVecSort(width)), value)

    def _sort(self, sort: Sort) -> BitwuzlaSort:
        found = self._sorts.get(sort)
        if found is None:
            found = self._sorts[sort] = self._new_sort(sort)
        return found

    def _new_sort(self, sort: Sort) -> BitwuzlaSort:
        match sort:
            case BoolSort():
                return self._terms.mk_bool_sort()
            case BitVecSort(width):
                return self._terms.mk_bv_sort(width)
            case FloatSort(exponent, significand):
                if sort not in _FLOAT_FORMATS:
                    raise LacksCapability(f"bitwuzla does not decide the float format {sort}")
                return self._terms.mk_fp_sort(exponent, significand)
            case RoundingModeSort():
                return self._terms.mk_rm_sort()
            case ArraySort(index, ArraySort()):
                raise LacksCapability("bitwuzla does not decide arrays of arrays")
            case ArraySort(index, element):
                return self._terms.mk_array_sort(self._sort(index), self._sort(element))
            case IntSort():
                raise LacksCapability("bitwuzla does not decide integers")
            case UninterpretedSort():
                raise LacksCapability("bitwuzla does not decide uninterpreted sorts")

    def _format(self, sort: Sort) -> list[int]:
        native = self._sort(sort)
        return [native.fp_exp_size(), native.fp_sig_size()]

    def _function(self, symbol: FunctionSymbol) -> BitwuzlaTerm:
        found = self._functions.get(symbol)
        if found is None:
            domain = [self._sort(parameter) for parameter in symbol.parameters]
            sort = self._terms.mk_fun_sort(domain, self._sort(symbol.result))
            found = self._functions[symbol] = self._terms.mk_const(sort, symbol.name)
        return found


def _decode(value: BitwuzlaTerm, sort: Sort) -> Value:
    match sort:
        case BoolSort():
            return bool(value.is_true())
        case BitVecSort():
            return int(value.value(16), 16)
        case FloatSort():
            return canonical_float(int(value.value(2, fp_as_tuple=False), 2), sort)
        case RoundingModeSort():
            return RoundingMode[value.value().name]
        case ArraySort(index, element):
            entries: dict[Value, Value] = {}
            while value.kind() == Kind.ARRAY_STORE:
                value, position, stored = value.children()
                entries.setdefault(_decode(position, index), _decode(stored, element))
            invariant(value.kind() == Kind.CONST_ARRAY, "an array value is a sequence of stores into a constant array")
            return ArrayValue(_decode(value[0], element), entries)
        case IntSort() | UninterpretedSort():
            raise AssertionError(f"bitwuzla has no values of sort {sort}")


class _Watch:
    """Terminator of a check: Bitwuzla calls ``stop`` and returns when it is true.

    The library's own memory limit doubles the time of a check, because it queries the operating
    system at each call. This class therefore samples the memory itself.

    Python runs signal handlers when it enters the callback, and the library drops what they
    raise. The exception is kept here and raised after the check has returned.
    """

    def __init__(self, memory_mb: int | None) -> None:
        self._budget = Budget()
        self._memory_mb = memory_mb
        self._next_look_at_memory = 0.0
        self._raised: BaseException | None = None
        self.reason: str | None = None
        """Reason for which the check ends."""
        self.stop: Callable[[], bool] = partial(next, self._decisions())

    def start(self, budget: Budget) -> None:
        """Begin a check that may take ``budget``; there may be no memory for it."""
        self._budget = budget
        self.reason = self._memory_exceeded()

    def finish(self) -> None:
        """End the check: raise what a signal handler raised during it."""
        raised, self._raised = self._raised, None
        if raised is not None:
            raise raised

    def _decisions(self) -> Iterator[bool]:
        calls = 0
        while True:
            try:
                calls += 1
                if self._raised is None and calls % LIMITS.terminator_calls == 0:
                    self.reason = self.reason or self._exceeded()
                yield self.reason is not None or self._raised is not None
            except GeneratorExit:
                return
            except BaseException as raised:  # noqa: BLE001 - raised again by `finish`
                self._raised = raised

    def _exceeded(self) -> str | None:
        """Return the limit that is exceeded, if one is."""
        return TIME_LIMIT if self._budget.is_over() else self._memory_exceeded()

    def _memory_exceeded(self) -> str | None:
        if self._memory_mb is None or time.monotonic() < self._next_look_at_memory:
            return None
        self._next_look_at_memory = time.monotonic() + LIMITS.memory_sample_seconds
        return MEMORY_LIMIT if resident_megabytes() > self._memory_mb else None


_PAGES = Path("/proc/self/statm")
_PAGE = os.sysconf("SC_PAGE_SIZE")


def resident_megabytes() -> float:
    """Return the resident set in megabytes; its maximum where the system reports only that."""
    try:
        return int(_PAGES.read_text("ascii").split()[1]) * _PAGE / 2**20
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most / (2**20 if sys.platform == "darwin" else 2**10)
