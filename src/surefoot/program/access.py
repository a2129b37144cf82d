"""Which terms a statement reads and which variables it assigns."""

from surefoot.logic import Term
from surefoot.program.statements import (
    Allocate,
    Assign,
    Assume,
    Branch,
    Call,
    Check,
    Copy,
    Fill,
    Free,
    Goto,
    Havoc,
    Load,
    ObjectSize,
    Return,
    Statement,
    Stop,
    Store,
    Terminator,
)


def terms_read(statement: Statement | Terminator) -> tuple[Term, ...]:
    """The terms whose values ``statement`` depends on, in the order of its fields."""
    match statement:
        case Assign(_, value):
            return (value,)
        case Havoc() | Goto() | Stop():
            return ()
        case Assume(condition) | Check(condition) | Branch(condition):
            return (condition,)
        case Load(_, address) | ObjectSize(_, address) | Free(address):
            return (address,)
        case Store(address, value):
            return (address, value)
        case Allocate(_, size):
            return (size,)
        case Copy(target, source, size):
            return (target, source, size)
        case Fill(target, byte, size):
            return (target, byte, size)
        case Call(_, callee, arguments):
            return arguments if isinstance(callee, str) else (callee, *arguments)
        case Return(values):
            return values


def variables_assigned(statement: Statement | Terminator) -> tuple[Term, ...]:
    """The variable symbols that ``statement`` gives a value."""
    match statement:
        case Assign(target) | Havoc(target) | Load(target) | Allocate(target) | ObjectSize(target):
            return (target,)
        case Call(targets):
            return targets
        case _:
            return ()


def successors(terminator: Terminator) -> tuple[str, ...]:
    """The labels of the blocks that can follow, in the order of the terminator's fields."""
    match terminator:
        case Goto(target):
            return (target,)
        case Branch(_, then, otherwise):
            return (then, otherwise)
        case Return() | Stop():
            return ()
