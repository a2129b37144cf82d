"""Walks over terms: iterative, so that depth is no limit, and memoised, so that sharing is kept."""

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from functools import partial
from typing import Final, TypeVar

from surefoot.logic.constructors import bitvectors, bitwise, comparisons, floats, integers
from surefoot.logic.constructors.arrays import apply, constant_array, select, store
from surefoot.logic.constructors.bitstrings import concat, extract, sign_extend, zero_extend
from surefoot.logic.constructors.core import and_, ite, not_, or_
from surefoot.logic.constructors.equality import eq
from surefoot.logic.operators import Op
from surefoot.logic.sorts import BOOL, Sort
from surefoot.logic.terms import Term
from surefoot.logic.values import Value

_R = TypeVar("_R")


def fold(term: Term, combine: Callable[[Term, list[_R]], _R], memo: MutableMapping[Term, _R] | None = None) -> _R:
    """Return ``combine(term, results for its arguments)``, called once a distinct subterm,
    arguments first.

    A given ``memo`` is used and extended: calls that share it share their work.
    """
    if memo is None:
        memo = {}
    stack = [term]
    while stack:
        current = stack[-1]
        if current in memo:
            stack.pop()
            continue
        pending = [argument for argument in current.args if argument not in memo]
        if pending:
            pending.reverse()
            stack.extend(pending)
            continue
        stack.pop()
        memo[current] = combine(current, [memo[argument] for argument in current.args])
    return memo[term]


def substitute(term: Term, mapping: Mapping[Term, Term], memo: MutableMapping[Term, Term] | None = None) -> Term:
    """Replace each outermost occurrence of a key of ``mapping`` by its value, and simplify.

    A given ``memo`` is used and extended; it belongs to this ``mapping``. An unchanged term is
    returned as the same object.
    """
    if term in mapping:
        return mapping[term]
    if not term.args:
        return term
    if memo is None:
        memo = {}
    stack = [term]
    while stack:
        current = stack[-1]
        if current in memo:
            stack.pop()
            continue
        args = []
        height = len(stack)
        for argument in current.args:
            if argument in mapping:
                args.append(mapping[argument])
            elif not argument.args:
                args.append(argument)
            elif argument in memo:
                args.append(memo[argument])
            else:
                stack.append(argument)
        if len(stack) == height:
            stack.pop()
            replaced = tuple(args)
            memo[current] = current if replaced == current.args else rebuild(current, replaced)
    return memo[term]


_PLAIN: Final[Mapping[Op, Callable[..., Term]]] = {
    Op.NOT: not_,
    Op.AND: and_,
    Op.OR: or_,
    Op.ITE: ite,
    Op.EQ: eq,
    Op.BVNOT: bitwise.bvnot,
    Op.BVNEG: bitvectors.bvneg,
    Op.BVADD: bitvectors.bvadd,
    Op.BVSUB: bitvectors.bvsub,
    Op.BVMUL: bitvectors.bvmul,
    Op.BVUDIV: bitvectors.bvudiv,
    Op.BVUREM: bitvectors.bvurem,
    Op.BVSDIV: bitvectors.bvsdiv,
    Op.BVSREM: bitvectors.bvsrem,
    Op.BVAND: bitwise.bvand,
    Op.BVOR: bitwise.bvor,
    Op.BVXOR: bitwise.bvxor,
    Op.BVSHL: bitwise.bvshl,
    Op.BVLSHR: bitwise.bvlshr,
    Op.BVASHR: bitwise.bvashr,
    Op.BVULT: comparisons.bvult,
    Op.BVSLT: comparisons.bvslt,
    Op.CONCAT: concat,
    Op.FP_ABS: floats.fp_abs,
    Op.FP_NEG: floats.fp_neg,
    Op.FP_ADD: floats.fp_add,
    Op.FP_SUB: floats.fp_sub,
    Op.FP_MUL: floats.fp_mul,
    Op.FP_DIV: floats.fp_div,
    Op.FP_FMA: floats.fp_fma,
    Op.FP_SQRT: floats.fp_sqrt,
    Op.FP_REM: floats.fp_rem,
    Op.FP_ROUND_TO_INTEGRAL: floats.fp_round_to_integral,
    Op.FP_LE: floats.fp_le,
    Op.FP_LT: floats.fp_lt,
    Op.FP_EQ: floats.fp_eq,
    Op.FP_IS_NAN: floats.fp_is_nan,
    Op.FP_IS_INFINITE: floats.fp_is_infinite,
    Op.FP_IS_ZERO: floats.fp_is_zero,
    Op.FP_IS_NORMAL: floats.fp_is_normal,
    Op.FP_IS_SUBNORMAL: floats.fp_is_subnormal,
    Op.FP_IS_NEGATIVE: floats.fp_is_negative,
    Op.FP_IS_POSITIVE: floats.fp_is_positive,
    Op.FP_TO_IEEE_BV: floats.fp_to_ieee_bv,
    Op.SELECT: select,
    Op.STORE: store,
    Op.INT_NEG: integers.int_neg,
    Op.INT_ADD: integers.int_add,
    Op.INT_SUB: integers.int_sub,
    Op.INT_MUL: integers.int_mul,
    Op.INT_DIV: integers.int_div,
    Op.INT_MOD: integers.int_mod,
    Op.INT_LT: integers.int_lt,
}
"""The constructors of operators without a payload."""

_PAYLOAD_LAST: Final[Mapping[Op, Callable[..., Term]]] = {
    Op.ZERO_EXTEND: zero_extend,
    Op.SIGN_EXTEND: sign_extend,
    Op.FP_FROM_IEEE_BV: floats.fp_from_ieee_bv,
    Op.FP_FROM_FP: floats.fp_from_fp,
    Op.FP_FROM_SIGNED: floats.fp_from_signed,
    Op.FP_FROM_UNSIGNED: floats.fp_from_unsigned,
    Op.FP_TO_SIGNED: floats.fp_to_signed,
    Op.FP_TO_UNSIGNED: floats.fp_to_unsigned,
}
"""The constructors that take the payload after the arguments."""

_PAYLOAD_FIRST: Final[Mapping[Op, Callable[..., Term]]] = {
    Op.CONSTANT_ARRAY: constant_array,
    Op.APPLY: apply,
}
"""The constructors that take the payload before the arguments."""


def constructor(term: Term) -> Callable[..., Term]:
    """Return the function that applies the operator and payload of ``term`` to other arguments."""
    op = term.op
    payload = term.payload
    if op in _PLAIN:
        return _PLAIN[op]
    if op in _PAYLOAD_LAST:
        build = _PAYLOAD_LAST[op]
        return lambda *args: build(*args, payload)
    if op in _PAYLOAD_FIRST:
        return partial(_PAYLOAD_FIRST[op], payload)
    if op is Op.EXTRACT:
        high, low = payload
        return lambda argument: extract(argument, high, low)
    return lambda: term


def rebuild(term: Term, args: tuple[Term, ...]) -> Term:
    """Return the operator of ``term`` applied to ``args`` by its constructor: checked and
    simplified.
    """
    build = _PLAIN.get(term.op)
    return build(*args) if build is not None else constructor(term)(*args)


def postorder(roots: Sequence[Term]) -> list[Term]:
    """Return the distinct subterms of ``roots``, arguments before what they are arguments of."""
    seen: set[Term] = set()
    order: list[Term] = []
    stack = [(root, False) for root in reversed(roots)]
    while stack:
        term, arguments_done = stack.pop()
        if arguments_done:
            order.append(term)
        elif term not in seen:
            seen.add(term)
            stack.append((term, True))
            stack.extend((argument, False) for argument in reversed(term.args))
    return order


def variables_of(*terms: Term) -> tuple[Term, ...]:
    """Return the variables that occur in ``terms``, each once, in the order of their creation."""
    return tuple(sorted((term for term in _subterms(terms) if term.op is Op.VARIABLE), key=lambda term: term.id))


def dag_size(*terms: Term) -> int:
    """Return the number of distinct subterms of ``terms``."""
    return len(_subterms(terms))


def _subterms(terms: tuple[Term, ...]) -> set[Term]:
    seen = set(terms)
    stack = list(seen)
    while stack:
        for argument in stack.pop().args:
            if argument not in seen:
                seen.add(argument)
                stack.append(argument)
    return seen


def constants_in(terms: Sequence[Term]) -> dict[Sort, tuple[Value, ...]]:
    """Return the constants that occur in ``terms`` by sort."""
    found: dict[Sort, dict[Value, None]] = {}
    for term in postorder(terms):
        if term.op is Op.CONSTANT:
            found.setdefault(term.sort, {})[term.payload] = None
    return {sort: tuple(values) for sort, values in found.items()}


def atoms_of(formula: Term) -> list[Term]:
    """Return the atoms of ``formula``."""
    found: dict[Term, None] = {}
    todo = [formula]
    seen: set[Term] = set()
    while todo:
        term = todo.pop()
        if term in seen:
            continue
        seen.add(term)
        is_combination = term.op in (Op.NOT, Op.AND, Op.OR, Op.ITE) or (term.op is Op.EQ and term.args[0].sort is BOOL)
        if is_combination:
            todo.extend(reversed(term.args))
        elif term.op is not Op.CONSTANT:
            found[term] = None
    return list(found)
