"""Transition systems as programs, for replay, reports and engines that work on programs.

    X := initial states
    forever:  Y := inputs; assume constraint; if bad then fail;
              assume enabled; X := next, simultaneously

A run of the program fails a check after n iterations iff the corresponding run of the system has a
bad state n.
"""

from surefoot.base.errors import InputError
from surefoot.base.text import FreshNames
from surefoot.logic import (
    FALSE,
    TRUE,
    ArraySort,
    BitVecSort,
    BoolSort,
    FloatSort,
    IntSort,
    RoundingModeSort,
    Sort,
    Term,
    UninterpretedSort,
    bit_vector,
    variable,
)
from surefoot.program.ctypes import CArray, CFloat, CInteger, CType, CVoid
from surefoot.program.program import Block, DataModel, Function, Program, Role, Variable
from surefoot.program.statements import Assign, Assume, Branch, Check, CheckKind, Goto, Havoc, Origin, Statement, Stop
from surefoot.program.validate import validate
from surefoot.systems.formats.model import ModelFile

ENTRY = "main"
_LOOP = "step"
_UPDATE = "next state"


def program_of(model: ModelFile) -> Program:
    """Return the program with the runs of ``model``; its variables have the names of states and
    inputs.

    Raises `InputError` if the model has no bad-state formula.
    """
    system = model.system
    if not system.bad:
        raise InputError(f"{model.step_span.file}: nothing to check: the model has no property and no bad state")
    names = FreshNames(_name(symbol) for symbol in (*system.states, *system.inputs, *model.temporaries))
    following = {state: variable(names.like(f"{_name(state)} after the step"), state.sort) for state in system.states}
    shown = [_variable(symbol, Role.LOCAL) for symbol in (*system.states, *system.inputs, *model.temporaries)]
    hidden = [_variable(symbol, Role.TEMPORARY) for symbol in following.values()]
    start = Block("entry", tuple(_start(model)), Goto(_LOOP, model.step_span))
    update = Block(_UPDATE, tuple(_update(model, following)), Goto(_LOOP, model.step_span))
    address = variable(names.like("&model"), bit_vector(DataModel.LP64.pointer_width))
    blocks = {block.label: block for block in (start, *_round(model), update)}
    function = Function(ENTRY, address, (), (), (*shown, *hidden), blocks, model.initial_span)
    program = Program(DataModel.LP64, ENTRY, {ENTRY: function}, (), (), {}, ())
    validate(program)
    return program


def _start(model: ModelFile) -> list[Statement]:
    """Give every state a value that ``initial`` allows."""
    fixed, rest = model.system.initial_values()
    span = model.initial_span
    statements: list[Statement] = [
        Assign(state, fixed[state], span) if state in fixed else Havoc(state, Origin.UNINITIALISED, _name(state), span)
        for state in model.system.states
    ]
    return statements if rest is TRUE else [*statements, Assume(rest, span)]


def _round(model: ModelFile) -> list[Block]:
    """Choose inputs, compute temporaries and check the state.

    Checks have blocks of their own, so that a trace mentions the line of a bad state only where it
    is reached.
    """
    system, span = model.system, model.step_span
    statements: list[Statement] = [Havoc(symbol, Origin.INPUT, _name(symbol), span) for symbol in system.inputs]
    if system.constraint is not TRUE:
        statements.append(Assume(system.constraint, span))
    statements += (Assign(symbol, value, span) for symbol, value in model.temporaries.items())
    labels = [_LOOP, *(f"not {name}" for name in list(system.bad)[:-1])]
    blocks: list[Block] = []
    for label, following, (name, bad) in zip(labels, [*labels[1:], _UPDATE], system.bad.items(), strict=True):
        here = model.bad_spans[name]
        blocks.append(Block(label, tuple(statements), Branch(bad, f"bad {name}", following, span)))
        failure = Check(FALSE, CheckKind.ASSERTION, name, here)
        blocks.append(Block(f"bad {name}", (failure,), Stop("a bad state is reached", here)))
        statements = []
    return blocks


def _update(model: ModelFile, following: dict[Term, Term]) -> list[Statement]:
    """Compute all next values, then assign them."""
    system, span = model.system, model.step_span
    changing = {state: value for state, value in system.next.items() if value is not state}
    statements: list[Statement] = [] if system.enabled is TRUE else [Assume(system.enabled, span)]
    statements += (Assign(following[state], value, span) for state, value in changing.items())
    for state in system.states:
        if state in changing:
            statements.append(Assign(state, following[state], span))
        elif state not in system.next:
            statements.append(Havoc(state, Origin.INPUT, _name(state), span))
    return statements


def _variable(symbol: Term, role: Role) -> Variable:
    return Variable(symbol, _name(symbol), type_of(symbol.sort), role, None)


def _name(symbol: Term) -> str:
    return str(symbol.payload)


def type_of(sort: Sort) -> CType:
    """Return the C type for values of ``sort``; bit-vectors are unsigned."""
    match sort:
        case BoolSort():
            return CInteger("bool", 1, signed=False)
        case BitVecSort(width):
            return CInteger(f"bitvec {width}", width, signed=False)
        case IntSort():
            return CInteger("Int", 0, signed=False)  # printed as it is, with its sign
        case FloatSort() as floating:
            return CFloat(f"Float{floating.bits}", floating.bits)
        case ArraySort(_, element):
            return CArray(type_of(element), None)
        case RoundingModeSort() | UninterpretedSort():
            return CVoid(str(sort))
