"""Evaluation: the reference semantics of terms, by the table in `semantics`."""

from collections.abc import Callable, Mapping

from surefoot.logic.operators import Op
from surefoot.logic.semantics import MEANINGS
from surefoot.logic.terms import FunctionSymbol, Term
from surefoot.logic.values import Value, check_value

ApplyOf = Callable[[FunctionSymbol, tuple[Value, ...]], Value]


class Evaluator:
    """Evaluates terms in one assignment; all calls of `value` share their work.

    ``value_of`` gives the value of a variable, ``apply_of`` that of an uninterpreted function at given
    arguments; both must answer the same whenever they are asked the same.
    """

    def __init__(self, value_of: Callable[[Term], Value], apply_of: ApplyOf | None = None) -> None:
        self._value_of = value_of
        self._apply_of = apply_of or _uninterpreted
        self._memo: dict[Term, Value] = {}

    def value(self, term: Term) -> Value:
        """Return the value of ``term``; exact, and defined for every operator."""
        memo = self._memo
        known = memo.get(term)
        if known is not None:
            return known
        stack = [term]
        while stack:
            current = stack[-1]
            if current in memo:
                stack.pop()
                continue
            args = current.args
            if not args:
                stack.pop()
                memo[current] = current.payload if current.op is Op.CONSTANT else self._variable(current)
                continue
            pending = [argument for argument in args if argument not in memo]
            if pending:
                stack.extend(pending)
                continue
            stack.pop()
            values = [memo[argument] for argument in args]
            if current.op is Op.APPLY:
                memo[current] = self._application(current, values)
            else:
                memo[current] = MEANINGS[current.op](args[-1].sort, current.payload, *values)
        return memo[term]

    def _variable(self, term: Term) -> Value:
        value = self._value_of(term)
        check_value(value, term.sort)
        return value

    def _application(self, term: Term, values: list[Value]) -> Value:
        value = self._apply_of(term.payload, tuple(values))
        check_value(value, term.sort)
        return value


def _uninterpreted(symbol: FunctionSymbol, _arguments: tuple[Value, ...]) -> Value:
    raise LookupError(f"no interpretation is given for {symbol.name}")


def evaluate(term: Term, assignment: Mapping[Term, Value]) -> Value:
    """Return the value of ``term`` where each variable has the value in ``assignment``; KeyError if one has none."""
    return Evaluator(assignment.__getitem__).value(term)
