"""Uses and definitions of statements, constants and operators of programs, reachability between
blocks.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from surefoot.logic import Op, Sort, Term, Value, constants_in, postorder
from surefoot.program.program import Block, Program
from surefoot.program.properties import Property
from surefoot.program.statements import (
    Allocate,
    Assign,
    Assume,
    Branch,
    Call,
    Check,
    CheckDisjoint,
    CheckMemory,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Goto,
    Havoc,
    Load,
    MakeStrings,
    ObjectSize,
    Return,
    Statement,
    Stop,
    Storage,
    Store,
    Terminator,
)

_FLOAT_PRODUCTS: Final = frozenset({Op.FP_MUL, Op.FP_DIV})
_DIVISIONS: Final = frozenset({Op.BVUDIV, Op.BVUREM, Op.BVSDIV, Op.BVSREM})


def unknown_allocations(program: Program) -> Iterator[Allocate]:
    """Yield the allocations of objects with unknown contents, on the heap or of unknown size."""
    for function in program.functions.values():
        for block in function.blocks.values():
            for each in block.statements:
                if isinstance(each, Allocate) and not each.zeroed and _is_unknown(each):
                    yield each


def _is_unknown(allocation: Allocate) -> bool:
    return allocation.storage is Storage.HEAP or allocation.size.op is not Op.CONSTANT


def terms_read(statement: Statement | Terminator) -> tuple[Term, ...]:
    """Return the terms whose values ``statement`` depends on, in the order of its fields."""
    match statement:
        case Assign(_, value):
            return (value,)
        case Havoc() | CheckMemory() | Goto() | Stop():
            return ()
        case Assume(condition) | Check(condition) | Branch(condition):
            return (condition,)
        case Load(_, address) | ObjectSize(_, address) | Free(address) | EndLifetime(address):
            return (address,)
        case Store(address, value):
            return (address, value)
        case Allocate(_, size) | MakeStrings(_, size):
            return (size,)
        case Copy(target, source, size):
            return (target, source, size)
        case Fill(target, byte, size):
            return (target, byte, size)
        case CheckDisjoint(left, left_size, right, right_size):
            return (left, left_size, right, right_size)
        case Call(_, callee, arguments):
            return arguments if isinstance(callee, str) else (callee, *arguments)
        case Return(values):
            return values


def variables_assigned(statement: Statement | Terminator) -> tuple[Term, ...]:
    """Return the variable symbols that ``statement`` assigns."""
    match statement:
        case Assign(target) | Havoc(target) | Load(target) | Allocate(target) | ObjectSize(target):
            return (target,)
        case MakeStrings(target):
            return (target,)
        case Call(targets):
            return targets
        case _:
            return ()


def successors(terminator: Terminator) -> tuple[str, ...]:
    """Return the labels of the successor blocks, in the order of the terminator's fields."""
    match terminator:
        case Goto(target):
            return (target,)
        case Branch(_, then, otherwise):
            return (then, otherwise)
        case Return() | Stop():
            return ()


def constants_of(program: Program, checked: Property) -> Mapping[Sort, tuple[Value, ...]]:
    """Return the constants in expressions of ``program`` by sort, except in checks that ``checked``
    ignores.
    """
    read = [
        term
        for function in program.functions.values()
        for block in function.blocks.values()
        for statement in (*block.statements, block.terminator)
        if not (isinstance(statement, Check) and checked.continues_after(statement.kind))
        for term in terms_read(statement)
    ]
    return constants_in(read)


def blocks_leading_to(targets: Iterable[str], blocks: Mapping[str, Block]) -> set[str]:
    """Return ``targets`` and the blocks from which one of them is reachable."""
    before: dict[str, list[str]] = {}
    for label, block in blocks.items():
        for following in successors(block.terminator):
            before.setdefault(following, []).append(label)
    found = set(targets)
    pending = list(found)
    while pending:
        for label in before.get(pending.pop(), ()):
            if label not in found:
                found.add(label)
                pending.append(label)
    return found


def leaving_blocks(blocks: Mapping[str, Block]) -> set[str]:
    """Return the blocks from which the function can return or the program can end."""
    ends = (label for label, block in blocks.items() if isinstance(block.terminator, Return | Stop))
    return blocks_leading_to(ends, blocks)


def multiplies_floats(program: Program) -> bool:
    """Return whether the program multiplies or divides floats."""
    return _computes(program, _FLOAT_PRODUCTS)


def divides(program: Program) -> bool:
    """Return whether the program divides integers."""
    return _computes(program, _DIVISIONS)


def _computes(program: Program, operators: frozenset[Op]) -> bool:
    return any(term.op in operators for term in postorder(list(_terms(program))))


def _terms(program: Program) -> Iterator[Term]:
    """Yield all expressions of the program."""
    for function in program.functions.values():
        for block in function.blocks.values():
            for statement in (*block.statements, block.terminator):
                yield from terms_read(statement)
