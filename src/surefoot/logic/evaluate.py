"""Evaluation: the reference semantics of terms, by the table in `semantics`."""

from collections.abc import Callable, Mapping

from surefoot.logic.operators import Op
from surefoot.logic.semantics import MEANINGS
from surefoot.logic.terms import FunctionSymbol, Term
from surefoot.logic.values import Value, check_value

ApplyOf = Callable[[FunctionSymbol, tuple[Value, ...]], Value]


class Evaluator:
    """Evaluator of terms under one assignment; calls of `value` share their work.

    ``value_of`` gives the value of a variable, ``apply_of`` that of an uninterpreted function at
    given arguments. Both must be functions of their arguments.
    """

    def __init__(self, value_of: Callable[[Term], Value], apply_of: ApplyOf | None = None) -> None:
        self._value_of = value_of
        self._apply_of = apply_of or _uninterpreted
        self._memo: dict[Term, Value] = {}

    def value(self, term: Term) -> Value:
        """Return the value of ``term``; exact, and defined for every operator.

        Irrelevant subterms are not evaluated: the other branch of an ``ite``, and arguments
        after a deciding one.
        """
        memo = self._memo
        known = memo.get(term)
        if known is not None:
            return known
        stack = [term]
        undecided: dict[Term, int] = {}
        while stack:
            current = stack[-1]
            if current in memo:
                stack.pop()
                continue
            args = current.args
            op = current.op
            if not args:
                stack.pop()
                memo[current] = current.payload if op is Op.CONSTANT else self._variable(current)
            elif op is Op.AND or op is Op.OR:
                decisive = op is Op.OR
                for number in range(undecided.get(current, 0), len(args)):
                    here = memo.get(args[number])
                    if here is None:
                        undecided[current] = number
                        stack.append(args[number])
                        break
                    if here is decisive:
                        memo[current] = decisive
                        break
                else:
                    memo[current] = not decisive
            elif op is Op.ITE:
                condition = memo.get(args[0])
                needed = args[0] if condition is None else args[1] if condition else args[2]
                if condition is not None and needed in memo:
                    memo[current] = memo[needed]
                else:
                    stack.append(needed)
            else:
                values = []
                for argument in args:
                    here = memo.get(argument)
                    if here is None:
                        if argument.args:
                            stack.append(argument)
                            continue
                        constant = argument.op is Op.CONSTANT
                        here = memo[argument] = argument.payload if constant else self._variable(argument)
                    values.append(here)
                if stack[-1] is not current:
                    continue
                stack.pop()
                if op is Op.APPLY:
                    memo[current] = self._application(current, values)
                else:
                    memo[current] = MEANINGS[op](args[-1].sort, current.payload, *values)
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
    """Return the value of ``term`` under ``assignment``; raise KeyError if a variable has no value."""
    return Evaluator(assignment.__getitem__).value(term)
