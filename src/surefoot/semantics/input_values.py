"""Representative values of inputs: one on each side of every comparison with a constant.

Variables that are copies of each other, through assignments, calls and extensions, form a class.
The values of an input are the constants that its class is compared with; for comparisons of order
also the neighbours of these constants, and then the other values between the least and the greatest
of them, those near zero first.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from surefoot.logic import BOOL, Op, Sort, Term, Value, default_value, postorder
from surefoot.program.access import terms_read
from surefoot.program.program import Function, Program
from surefoot.program.statements import Assign, Call, Havoc, Return, Statement, Terminator

_EXTENSIONS = frozenset({Op.ZERO_EXTEND, Op.SIGN_EXTEND, Op.EXTRACT})
_COMPARISONS = frozenset({Op.EQ, Op.BVULT, Op.BVSLT})


def input_values(program: Program, most: int) -> Mapping[Term, tuple[Value, ...]]:
    """Return the candidate values of each target of a Havoc, at most ``most`` of each."""
    classes = _Classes()
    returned = {name: list(_returned(each)) for name, each in program.functions.items()}
    for statement in _statements(program):
        match statement:
            case Assign(target, value):
                classes.join(target, value)
            case Call(targets, str() as callee, arguments):
                called = program.functions[callee]
                for parameter, argument in zip(called.parameters, arguments, strict=False):
                    classes.join(parameter.symbol, argument)
                for values in returned[callee]:
                    for target, value in zip(targets, values, strict=False):
                        classes.join(target, value)
            case _:
                pass
    compared: dict[Term, dict[int, None]] = {}
    ordered: dict[Term, list[int]] = {}
    terms = [term for statement in _statements(program) for term in terms_read(statement)]
    for term in postorder(terms):
        if term.op in _COMPARISONS and term.args[0].sort.width:
            for one, other in (term.args, term.args[::-1]):
                base = _copied(one)
                if base is not None and other.op is Op.CONSTANT:
                    constant, name = _signed(int(other.payload), other.sort), classes.representative(base)
                    near = (0,) if term.op is Op.EQ else (-1, 0, 1)
                    compared.setdefault(name, {}).update(dict.fromkeys(constant + step for step in near))
                    if term.op is not Op.EQ:
                        ordered.setdefault(name, []).append(constant)
    found: dict[Term, tuple[Value, ...]] = {}
    for statement in _statements(program):
        if isinstance(statement, Havoc):
            target, name = statement.target, classes.representative(statement.target)
            between = _between(ordered.get(name, ()), most)
            found[target] = _values(target.sort, {**compared.get(name, {}), **dict.fromkeys(between)}, most)
    return found


class _Classes:
    """Disjoint sets of variables (Tarjan, 1975)."""

    def __init__(self) -> None:
        self._parents: dict[Term, Term] = {}

    def representative(self, variable: Term) -> Term:
        """Return the representative of the class of ``variable``."""
        path = []
        while (parent := self._parents.get(variable, variable)) is not variable:
            path.append(variable)
            variable = parent
        for each in path:
            self._parents[each] = variable
        return variable

    def join(self, target: Term, value: Term) -> None:
        """Join the classes of ``target`` and of the variable that ``value`` copies, if there is
        one.
        """
        base = _copied(value)
        if base is not None:
            self._parents[self.representative(base)] = self.representative(target)


def _copied(term: Term) -> Term | None:
    """Return the variable of which ``term`` is a copy, possibly extended or truncated."""
    while term.op in _EXTENSIONS:
        term = term.args[0]
    return term if term.op is Op.VARIABLE else None


def _statements(program: Program) -> Iterator[Statement | Terminator]:
    for function in program.functions.values():
        for block in function.blocks.values():
            yield from (*block.statements, block.terminator)


def _returned(function: Function) -> Iterator[tuple[Term, ...]]:
    for block in function.blocks.values():
        if isinstance(block.terminator, Return):
            yield block.terminator.values


def _signed(value: int, sort: Sort) -> int:
    return value - (1 << sort.width) if value >> (sort.width - 1) else value


def _between(constants: Sequence[int], most: int) -> Iterable[int]:
    """Return values between the least and the greatest of ``constants``, those near zero first."""
    if not constants:
        return ()
    low, high = min(constants), max(constants)
    start = min(max(low, 0), high)
    upwards = range(start, min(high, start + most) + 1)
    return (*upwards, *range(start - 1, max(low, start - most) - 1, -1))


def _values(sort: Sort, compared: Mapping[int, None], most: int) -> tuple[Value, ...]:
    """Return values of ``sort``: those that are ``compared``, and another one."""
    if sort is BOOL:
        return False, True
    if not sort.width:
        return (default_value(sort),)
    fitting = dict.fromkeys(each % (1 << sort.width) for each in compared)
    other = next(each for each in range(len(fitting) + 1) if each not in fitting)
    chosen = [other % (1 << sort.width), *list(fitting)[: most - 1]]
    return tuple(dict.fromkeys(chosen)) if compared else (0, 1)
