"""Numbers that an assumption makes small: where ``x < 50`` was assumed, the bits of ``x`` above the lowest six are zero.

Terms that say so are decided sooner: a division of numbers of six bits is one, whatever their type is.
"""

from collections.abc import Iterator

from surefoot.logic import Op, SymbolKind, Term, bv, eq, extract, not_, sign_extend, zero_extend
from surefoot.logic.semantics import signed
from surefoot.records import dataclass
from surefoot.systems.guards import Guard
from surefoot.systems.state import State, Values

_LOOKED_BACK = 4
"""So many conditions of a path before the last one are looked at: what is known of one number was mostly assumed just before."""


def narrow(state: State) -> None:
    """Give variables of the running function that the last condition of the path bounds a value with zeros in front.

    Ensures  for each variable:  guard => its value is what it was before
    """
    for symbol, most in _bounded(state.guard):
        width = max(1, most.bit_length())
        if width < symbol.sort.width:
            _replace(state.frame.locals, symbol, zero_extend(extract(symbol, width - 1, 0), symbol.sort.width))


def narrowed_quotient(guard: Guard, value: Term) -> Term:
    """``value``, with zeros in front if it is a quotient of small numbers whose divisor is not zero, as the last conditions of the path say.

    Ensures  guard => result = value
    """
    quotient = value.args[0] if value.op is Op.SIGN_EXTEND else value
    if value is quotient or quotient.op is not Op.BVUDIV or quotient.args[1].op is not Op.ZERO_EXTEND:
        return value  # constructors leave the others as wide as they are
    divisor = quotient.args[1]
    nonzero = not_(eq(divisor, bv(0, divisor.sort.width)))
    if not any(nonzero is each for condition in _last_conditions(guard) for each in _conjuncts(condition)):
        return value
    return zero_extend(extract(quotient, quotient.sort.width - 2, 0), value.sort.width)


def _replace(values: Values, symbol: Term, instead: Term) -> None:
    for name, value in values.items():
        if value is symbol:
            values[name] = instead
        elif value.args and value.args[0] is symbol and value.op is Op.ZERO_EXTEND:
            values[name] = zero_extend(instead, value.sort.width)
        elif value.args and value.args[0] is symbol and value.op is Op.SIGN_EXTEND:
            values[name] = sign_extend(instead, value.sort.width)


@dataclass(frozen=True, slots=True)
class _Bound:
    """The greatest or least value of an unknown number; ``is_signed`` tells how it is compared."""

    symbol: Term
    value: int
    is_greatest: bool
    is_signed: bool


def _bounded(guard: Guard) -> Iterator[tuple[Term, int]]:
    """The unknown numbers that the last condition of ``guard`` is about and that are known to be at most so large, without a sign."""
    last = list(_bounds(guard.condition))
    if not last:
        return
    known = [bound for condition in _last_conditions(guard) for bound in _bounds(condition)]
    for symbol in dict.fromkeys(each.symbol for each in last):
        about = [each for each in known if each.symbol is symbol]
        is_positive = any(each.value >= 0 and each.is_signed and not each.is_greatest for each in about)
        greatest = [each.value for each in about if each.is_greatest and (is_positive or not each.is_signed)]
        if greatest and min(greatest) >= 0:
            yield symbol, min(greatest)


def _last_conditions(guard: Guard) -> Iterator[Term]:
    yield guard.condition
    before = guard.parent
    for _ in range(_LOOKED_BACK):
        if before is None:
            return
        yield before.condition
        before = before.parent


def _conjuncts(condition: Term) -> Iterator[Term]:
    waiting = [condition]
    while waiting:
        term = waiting.pop()
        if term.op is Op.AND:
            waiting += term.args
        else:
            yield term


def _bounds(condition: Term) -> Iterator[_Bound]:
    """The bounds that are conjuncts of ``condition``."""
    return (bound for each in _conjuncts(condition) if (bound := _bound(each)) is not None)


def _bound(condition: Term) -> _Bound | None:
    holds = condition.op is not Op.NOT
    comparison = condition if holds else condition.args[0]
    if comparison.op not in (Op.BVULT, Op.BVSLT):
        return None
    left, right = comparison.args
    is_below = right.op is Op.CONSTANT  # else the number is above a constant
    symbol, limit = (left, right) if is_below else (right, left)
    if limit.op is not Op.CONSTANT or symbol.op is not Op.VARIABLE or symbol.payload.kind is SymbolKind.ADDRESS:
        return None
    is_signed = comparison.op is Op.BVSLT
    value = signed(limit.payload, limit.sort.width) if is_signed else limit.payload
    if holds:
        value += -1 if is_below else 1
    return _Bound(symbol, value, is_greatest=is_below == holds, is_signed=is_signed)
