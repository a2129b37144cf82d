"""Adapter of the cvc5 library: all theories of the logic; slow when used incrementally.

A check holds Python's global lock, and an interrupt takes effect when the check returns. The
library has no memory limit; limit the process instead.
"""
# ruff: noqa: D102 - the methods are documented where their protocol is

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

import cvc5
from cvc5 import Kind

from surefoot.base.budget import Budget
from surefoot.base.errors import invariant
from surefoot.logic import (
    FLOAT32,
    FLOAT64,
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
from surefoot.smt.contracts import MEMORY_LIMIT, TIME_LIMIT, Limits, NoAnswer, Use

Cvc5Term = Any
Cvc5Sort = Any

_KINDS: Mapping[Op, Kind] = MappingProxyType(
    {
        Op.NOT: Kind.NOT,
        Op.AND: Kind.AND,
        Op.OR: Kind.OR,
        Op.ITE: Kind.ITE,
        Op.EQ: Kind.EQUAL,
        Op.BVNOT: Kind.BITVECTOR_NOT,
        Op.BVNEG: Kind.BITVECTOR_NEG,
        Op.BVADD: Kind.BITVECTOR_ADD,
        Op.BVSUB: Kind.BITVECTOR_SUB,
        Op.BVMUL: Kind.BITVECTOR_MULT,
        Op.BVUDIV: Kind.BITVECTOR_UDIV,
        Op.BVUREM: Kind.BITVECTOR_UREM,
        Op.BVSDIV: Kind.BITVECTOR_SDIV,
        Op.BVSREM: Kind.BITVECTOR_SREM,
        Op.BVAND: Kind.BITVECTOR_AND,
        Op.BVOR: Kind.BITVECTOR_OR,
        Op.BVXOR: Kind.BITVECTOR_XOR,
        Op.BVSHL: Kind.BITVECTOR_SHL,
        Op.BVLSHR: Kind.BITVECTOR_LSHR,
        Op.BVASHR: Kind.BITVECTOR_ASHR,
        Op.BVULT: Kind.BITVECTOR_ULT,
        Op.BVSLT: Kind.BITVECTOR_SLT,
        Op.CONCAT: Kind.BITVECTOR_CONCAT,
        Op.FP_ABS: Kind.FLOATINGPOINT_ABS,
        Op.FP_NEG: Kind.FLOATINGPOINT_NEG,
        Op.FP_ADD: Kind.FLOATINGPOINT_ADD,
        Op.FP_SUB: Kind.FLOATINGPOINT_SUB,
        Op.FP_MUL: Kind.FLOATINGPOINT_MULT,
        Op.FP_DIV: Kind.FLOATINGPOINT_DIV,
        Op.FP_FMA: Kind.FLOATINGPOINT_FMA,
        Op.FP_SQRT: Kind.FLOATINGPOINT_SQRT,
        Op.FP_REM: Kind.FLOATINGPOINT_REM,
        Op.FP_ROUND_TO_INTEGRAL: Kind.FLOATINGPOINT_RTI,
        Op.FP_LE: Kind.FLOATINGPOINT_LEQ,
        Op.FP_LT: Kind.FLOATINGPOINT_LT,
        Op.FP_EQ: Kind.FLOATINGPOINT_EQ,
        Op.FP_IS_NAN: Kind.FLOATINGPOINT_IS_NAN,
        Op.FP_IS_INFINITE: Kind.FLOATINGPOINT_IS_INF,
        Op.FP_IS_ZERO: Kind.FLOATINGPOINT_IS_ZERO,
        Op.FP_IS_NORMAL: Kind.FLOATINGPOINT_IS_NORMAL,
        Op.FP_IS_SUBNORMAL: Kind.FLOATINGPOINT_IS_SUBNORMAL,
        Op.FP_IS_NEGATIVE: Kind.FLOATINGPOINT_IS_NEG,
        Op.FP_IS_POSITIVE: Kind.FLOATINGPOINT_IS_POS,
        Op.SELECT: Kind.SELECT,
        Op.STORE: Kind.STORE,
        Op.INT_NEG: Kind.NEG,
        Op.INT_ADD: Kind.ADD,
        Op.INT_SUB: Kind.SUB,
        Op.INT_MUL: Kind.MULT,
        Op.INT_DIV: Kind.INTS_DIVISION,
        Op.INT_MOD: Kind.INTS_MODULUS,
        Op.INT_LT: Kind.LT,
    }
)

_TO_FLOAT: Mapping[Op, Kind] = MappingProxyType(
    {
        Op.FP_FROM_IEEE_BV: Kind.FLOATINGPOINT_TO_FP_FROM_IEEE_BV,
        Op.FP_FROM_FP: Kind.FLOATINGPOINT_TO_FP_FROM_FP,
        Op.FP_FROM_SIGNED: Kind.FLOATINGPOINT_TO_FP_FROM_SBV,
        Op.FP_FROM_UNSIGNED: Kind.FLOATINGPOINT_TO_FP_FROM_UBV,
    }
)

_ROUNDING_MODES: Mapping[RoundingMode, cvc5.RoundingMode] = MappingProxyType(
    {
        RoundingMode.RNE: cvc5.RoundingMode.ROUND_NEAREST_TIES_TO_EVEN,
        RoundingMode.RNA: cvc5.RoundingMode.ROUND_NEAREST_TIES_TO_AWAY,
        RoundingMode.RTP: cvc5.RoundingMode.ROUND_TOWARD_POSITIVE,
        RoundingMode.RTN: cvc5.RoundingMode.ROUND_TOWARD_NEGATIVE,
        RoundingMode.RTZ: cvc5.RoundingMode.ROUND_TOWARD_ZERO,
    }
)

_FLOAT_FORMATS = frozenset({FLOAT32, FLOAT64})
"""The formats that cvc5 does not call experimental."""

_DEEPEST = 10_000


class Cvc5Library:
    """Cvc5 as a `Library`."""

    name = "cvc5"
    pauses: ClassVar = False

    def __init__(self, limits: Limits, use: Use) -> None:
        del limits
        self._terms = cvc5.TermManager()
        self._solver = cvc5.Solver(self._terms)
        self._solver.setOption("produce-models", "true")
        self._solver.setOption("arrays-exp", "true")
        match use:
            case Use.INCREMENTAL:
                self._solver.setOption("incremental", "true")
                self._solver.setOption("produce-unsat-assumptions", "true")
            case Use.ONE_SHOT | Use.INTERPOLATION:
                self._solver.setOption("incremental", "false")
        self._failure: NoAnswer | None = None
        self._sorts: dict[Sort, Cvc5Sort] = {}
        self._functions: dict[FunctionSymbol, Cvc5Term] = {}
        self._depths: dict[Term, int] = {}

    def build(self, term: Term, arguments: Sequence[Cvc5Term]) -> Cvc5Term:
        self._refuse_deep_nesting(term)
        kind = _KINDS.get(term.op)
        if kind is not None:
            return self._terms.mkTerm(kind, *arguments)
        return self._build_special(term, arguments)

    def ite(self, condition: Cvc5Term, then: Cvc5Term, otherwise: Cvc5Term) -> Cvc5Term:
        return self._terms.mkTerm(Kind.ITE, condition, then, otherwise)

    def require(self, formula: Cvc5Term) -> None:
        self._solver.assertFormula(formula)

    def push(self) -> None:
        self._solver.push(1)

    def pop(self) -> None:
        self._solver.pop(1)

    def check(self, assumptions: Sequence[Cvc5Term], budget: Budget) -> Satisfiability | NoAnswer:
        seconds = budget.remaining()
        self._solver.setOption("tlimit-per", "0" if seconds is None else str(max(1, round(seconds * 1000))))
        if self._failure is not None:
            return self._failure
        try:
            result = self._solver.checkSatAssuming(*assumptions) if assumptions else self._solver.checkSat()
        except RuntimeError as failure:
            self._failure = NoAnswer(f"cvc5 failed: {failure}")
            return self._failure
        if result.isSat():
            return Satisfiability.SATISFIABLE
        if result.isUnsat():
            return Satisfiability.UNSATISFIABLE
        explanation = result.getUnknownExplanation()
        if explanation == cvc5.UnknownExplanation.TIMEOUT:
            return NoAnswer(TIME_LIMIT)
        if explanation == cvc5.UnknownExplanation.MEMOUT:
            return NoAnswer(MEMORY_LIMIT)
        return NoAnswer(f"cvc5 answered unknown: {explanation.name.lower()}")

    def failed_assumptions(self, assumptions: Sequence[Cvc5Term]) -> Sequence[bool]:
        core = set(self._solver.getUnsatAssumptions())
        return [assumption in core for assumption in assumptions]

    def read(self, term: Cvc5Term, sort: Sort, number_element: NumberElement) -> Value:
        return _decode(self._solver.getValue(term), sort, number_element)

    def interpolants(self, parts: Sequence[Cvc5Term], budget: Budget) -> Sequence[str] | NoAnswer:
        found: list[Cvc5Term] = []
        for number in range(1, len(parts)):
            rest = parts[number:]
            later = rest[0] if len(rest) == 1 else self._terms.mkTerm(Kind.AND, *rest)
            solver = cvc5.Solver(self._terms)
            seconds = budget.remaining()
            solver.setOption("produce-interpolants", "true")
            solver.setOption("tlimit-per", "0" if seconds is None else str(max(1, round(seconds * 1000))))
            for known in (*found[-1:], parts[number - 1]):
                solver.assertFormula(known)
            try:
                interpolant = solver.getInterpolant(self._terms.mkTerm(Kind.NOT, later))
            except RuntimeError as failure:
                return NoAnswer(f"cvc5: {failure}")
            if interpolant.isNull():
                return NoAnswer("cvc5 found no interpolant")
            found.append(interpolant)
        return [str(each) for each in found]

    def close(self) -> None:
        del self._solver

    def _build_special(self, term: Term, arguments: Sequence[Cvc5Term]) -> Cvc5Term:
        match term.op:
            case Op.VARIABLE:
                return self._terms.mkConst(self._sort(term.sort), constant_name(term))
            case Op.CONSTANT:
                return self._constant(term.payload, term.sort)
            case Op.EXTRACT:
                return self._indexed(Kind.BITVECTOR_EXTRACT, term.payload, arguments)
            case Op.ZERO_EXTEND:
                added = term.sort.width - term.args[0].sort.width
                return self._indexed(Kind.BITVECTOR_ZERO_EXTEND, (added,), arguments)
            case Op.SIGN_EXTEND:
                added = term.sort.width - term.args[0].sort.width
                return self._indexed(Kind.BITVECTOR_SIGN_EXTEND, (added,), arguments)
            case Op.FP_FROM_IEEE_BV | Op.FP_FROM_FP | Op.FP_FROM_SIGNED | Op.FP_FROM_UNSIGNED:
                native = self._sort(term.sort)
                format = (native.getFloatingPointExponentSize(), native.getFloatingPointSignificandSize())
                return self._indexed(_TO_FLOAT[term.op], format, arguments)
            case Op.FP_TO_SIGNED:
                return self._indexed(Kind.FLOATINGPOINT_TO_SBV, (term.sort.width,), arguments)
            case Op.FP_TO_UNSIGNED:
                return self._indexed(Kind.FLOATINGPOINT_TO_UBV, (term.sort.width,), arguments)
            case Op.CONSTANT_ARRAY:
                if term.args[0].op is not Op.CONSTANT:
                    raise LacksCapability("cvc5 does not decide constant arrays of a symbolic element")
                return self._terms.mkConstArray(self._sort(term.sort), *arguments)
            case Op.APPLY:
                return self._terms.mkTerm(Kind.APPLY_UF, self._function(term.payload), *arguments)
            case _:
                raise LacksCapability(f"cvc5 does not decide {term.op.value!r}")

    def _refuse_deep_nesting(self, term: Term) -> None:
        """Cvc5 walks terms by recursion, and on deep ones runs out of stack and kills the process."""
        depth = 1 + max((self._depths.get(argument, 0) for argument in term.args), default=0)
        if depth > _DEEPEST:
            raise LacksCapability(f"cvc5 does not decide terms nested deeper than {_DEEPEST}")
        self._depths[term] = depth

    def _indexed(self, kind: Kind, indices: Sequence[int], arguments: Sequence[Cvc5Term]) -> Cvc5Term:
        return self._terms.mkTerm(self._terms.mkOp(kind, *indices), *arguments)

    def _constant(self, value: Value, sort: Sort) -> Cvc5Term:
        match sort, value:
            case BoolSort(), bool():
                return self._terms.mkBoolean(value)
            case BitVecSort(width), int():
                return self._bits(value, width)
            case IntSort(), int():
                return self._terms.mkInteger(str(value))
            case FloatSort(exponent, significand), int():
                self._sort(sort)
                return self._terms.mkFloatingPoint(exponent, significand, self._bits(value, sort.bits))
            case RoundingModeSort(), RoundingMode():
                return self._terms.mkRoundingMode(_ROUNDING_MODES[value])
            case _:
                raise LacksCapability(f"cvc5 has no constants of sort {sort}")

    def _bits(self, value: int, width: int) -> Cvc5Term:
        return self._terms.mkBitVector(width, f"{value:x}", 16)

    def _sort(self, sort: Sort) -> Cvc5Sort:
        found = self._sorts.get(sort)
        if found is None:
            found = self._sorts[sort] = self._new_sort(sort)
        return found

    def _new_sort(self, sort: Sort) -> Cvc5Sort:
        match sort:
            case BoolSort():
                return self._terms.getBooleanSort()
            case IntSort():
                return self._terms.getIntegerSort()
            case RoundingModeSort():
                return self._terms.getRoundingModeSort()
            case BitVecSort(width):
                return self._terms.mkBitVectorSort(width)
            case FloatSort(exponent, significand):
                if sort not in _FLOAT_FORMATS:
                    raise LacksCapability(f"cvc5 does not decide the float format {sort}")
                return self._terms.mkFloatingPointSort(exponent, significand)
            case ArraySort(index, element):
                return self._terms.mkArraySort(self._sort(index), self._sort(element))
            case UninterpretedSort(name):
                return self._terms.mkUninterpretedSort(name)

    def _function(self, symbol: FunctionSymbol) -> Cvc5Term:
        found = self._functions.get(symbol)
        if found is None:
            domain = [self._sort(parameter) for parameter in symbol.parameters]
            sort = self._terms.mkFunctionSort(domain, self._sort(symbol.result))
            found = self._functions[symbol] = self._terms.mkConst(sort, symbol.name)
        return found


def _decode(value: Cvc5Term, sort: Sort, number_element: NumberElement) -> Value:
    match sort:
        case BoolSort():
            return bool(value.getBooleanValue())
        case BitVecSort():
            return int(value.getBitVectorValue(16), 16)
        case IntSort():
            return int(value.getIntegerValue())
        case FloatSort():
            _, _, bits = value.getFloatingPointValue()
            return canonical_float(int(bits.getBitVectorValue(16), 16), sort)
        case RoundingModeSort():
            native = value.getRoundingModeValue()
            return next(mode for mode, itself in _ROUNDING_MODES.items() if itself == native)
        case UninterpretedSort():
            return number_element(sort, str(value))
        case ArraySort(index, element):
            entries: dict[Value, Value] = {}
            while value.getKind() == Kind.STORE:
                value, position, stored = value
                at = _decode(position, index, number_element)
                entries.setdefault(at, _decode(stored, element, number_element))
            invariant(value.isConstArray(), "an array value is a sequence of stores into a constant array")
            return ArrayValue(_decode(value.getConstArrayBase(), element, number_element), entries)
