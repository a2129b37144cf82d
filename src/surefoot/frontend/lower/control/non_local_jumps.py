"""``setjmp`` and ``longjmp`` as a pending jump that unwinds one activation after the other.

``setjmp(place)`` takes the next number, keeps it in a local variable and writes it to ``place``.
``longjmp(place, value)`` reads a number there and makes it the program's pending jump. After each
call that may leave a jump pending, a function compares the pending number with the numbers of its
own ``setjmp`` calls: if one is equal, the run continues there, else the function returns. If the
jump has no defined target, no activation with the number exists. That is reported in the outermost
function, at the call that the jump came out of.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from surefoot.base.caveats import Caveat, Direction
from surefoot.base.records import replace
from surefoot.base.spans import Span
from surefoot.frontend.lower.memory.longjmp_lifetimes import objects_left_by_longjmp
from surefoot.logic import (
    BitVecSort,
    Sort,
    Term,
    bit_vector,
    bv,
    bvadd,
    constant,
    default_value,
    distinct,
    eq,
    ite,
    or_,
    variable,
    variables_of,
)
from surefoot.program.access import successors, terms_read
from surefoot.program.ctypes import CVoid
from surefoot.program.definite_assignment import unassigned_reads
from surefoot.program.program import Block, Function, GlobalVariable, Program, Role, Variable
from surefoot.program.statements import (
    Assign,
    Branch,
    Call,
    Check,
    CheckKind,
    EndLifetime,
    Goto,
    Load,
    Return,
    Statement,
    Store,
    Terminator,
)

SET: Final = "__surefoot_set_jump"
"""Callee of lowered ``setjmp`` calls: takes the place and returns as ``setjmp``.

No such function exists.
"""
JUMP: Final = "__surefoot_jump"
"""Callee of lowered ``longjmp`` calls: takes the place and the value. No such function exists."""
_VALUE: Final = bit_vector(32)
_REGISTER: Final = "__surefoot_jumps::"


def with_non_local_jumps(program: Program) -> Program:
    """Return ``program`` with explicit control flow in place of calls of `SET` and `JUMP`."""
    places = [each.span for function in program.functions.values() for each in _calls(function) if each.callee == SET]
    jumping = _jumping_functions(program)
    if not places and not jumping:
        return program
    memory = _JumpVariables(bit_vector(program.data_model.pointer_width))
    outermost = _outermost_functions(program)
    functions = {
        name: _Rewriter(function, jumping, outermost, memory).rewritten()
        for name, function in program.functions.items()
    }
    text = (
        "local variables modified between setjmp and longjmp keep their values, which C guarantees for volatile ones only (C11, 7.13.2.1 §3); "
        "so do variables of blocks that ended"
    )
    caveat = Caveat("lowering", Direction.ASSUMES, text, next((span for span in places if span), None))
    return replace(
        program,
        functions=functions,
        global_variables=(*program.global_variables, *memory.variables()),
        caveats=(*program.caveats, caveat),
    )


def is_jump_variable(symbol: Term) -> bool:
    """Return whether ``symbol`` is a global variable that implements jumps."""
    return str(symbol.payload).startswith(_REGISTER)


class _JumpVariables:
    """Global variables of jumps: the last number, the pending jump or 0, and its value."""

    def __init__(self, number: Sort) -> None:
        self.last = variable(f"{_REGISTER}last", number)
        self.pending = variable(f"{_REGISTER}pending", number)
        self.value = variable(f"{_REGISTER}value", _VALUE)

    def variables(self) -> Iterator[GlobalVariable]:
        for symbol in (self.last, self.pending, self.value):
            known = Variable(symbol, str(symbol.payload), CVoid(), Role.GLOBAL, None)
            yield GlobalVariable(known, constant(default_value(symbol.sort), symbol.sort))


def _calls(function: Function) -> Iterator[Call]:
    for block in function.blocks.values():
        for statement in block.statements:
            if isinstance(statement, Call):
                yield statement


def _jumping_functions(program: Program) -> frozenset[str]:
    """Return the functions that may jump or be left by a jump, and `JUMP`."""
    jumping = {JUMP}
    size = 0
    while size < len(jumping):
        size = len(jumping)
        jumping |= {
            name
            for name, function in program.functions.items()
            if any(_may_jump(each.callee, jumping) for each in _calls(function))
        }
    return frozenset(jumping) if size > 1 else frozenset()


def _may_jump(callee: str | Term, jumping: "set[str] | frozenset[str]") -> bool:
    """Return whether a call may leave a jump pending.

    Through a pointer, any function may be called.
    """
    return callee in jumping if isinstance(callee, str) else len(jumping) > 1


def _outermost_functions(program: Program) -> frozenset[str]:
    """Return the entry and the functions that only the entry calls.

    The entry has no ``setjmp``, so a jump that leaves one of these functions has no target.
    """
    callers: dict[str, set[str]] = {}
    for name, function in program.functions.items():
        for each in _calls(function):
            if isinstance(each.callee, str):
                callers.setdefault(each.callee, set()).add(name)
    addressed = _mentioned(program)
    called = {name for name, those in callers.items() if those == {program.entry} and name in program.functions}
    return frozenset({program.entry, *(each for each in called if program.functions[each].address not in addressed)})


def _mentioned(program: Program) -> set[Term]:
    """Return the symbols in statements and initial values."""
    terms = [each.initial for each in program.global_variables if each.initial is not None]
    terms += (cell.value for each in program.global_objects for cell in each.cells or ())
    for function in program.functions.values():
        for block in function.blocks.values():
            for statement in (*block.statements, block.terminator):
                terms += terms_read(statement)
    return {symbol for term in terms for symbol in variables_of(term)}


class _Rewriter:
    def __init__(
        self, function: Function, jumping: frozenset[str], outermost: frozenset[str], memory: _JumpVariables
    ) -> None:
        self._function = function
        self._jumping = jumping
        self._outermost = outermost
        self._memory = memory
        self._variables: list[Variable] = []
        self._blocks: dict[str, Block] = {}
        self._landings: dict[Term, str] = {}
        """Labels of the blocks where jumps arrive, by the variable of the ``setjmp`` number."""
        self._landing_blocks: dict[str, Block] = {}
        self._required_landings: dict[str, Span | None] = {}
        """Blocks where a jump must land in this function, with the location of the call.
        """

    def rewritten(self) -> Function:
        """Return the function with blocks split at calls that set or may leave a jump pending."""
        for block in self._function.blocks.values():
            self._cut(block)
        if not (self._variables or self._landings or self._jumping):
            return self._function
        blocks = {**self._blocks, **self._landing_blocks, **dict(self._required_landing_blocks()), **self._unwinding()}
        own = (*self._function.locals, *self._variables)
        return self._with_initial_values(replace(self._function, locals=own, blocks=_reached(blocks)))

    def _with_initial_values(self, function: Function) -> Function:
        """Return ``function`` with number variables set to 0 and locals initialised at the entry.

        Locals get a value if some path from a call to a landing would read them unassigned. No run
        takes such a path: each run that lands has passed the ``setjmp``, and every path to it and
        from it assigns what is read there.
        """
        first, span = function.entry, function.span
        taken = [Assign(each, bv(0, _width(each)), span) for each in self._landings]
        started = replace(
            function, blocks={**function.blocks, first.label: replace(first, statements=(*taken, *first.statements))}
        )
        if not self._landings:
            return started
        early = {symbol for _, _, symbol in unassigned_reads(started)}
        valued = [each.symbol for each in function.locals if each.symbol in early]
        given = [Assign(each, constant(default_value(each.sort), each.sort), span) for each in valued]
        entry = started.entry
        return replace(
            started, blocks={**started.blocks, entry.label: replace(entry, statements=(*given, *entry.statements))}
        )

    def _cut(self, block: Block) -> None:
        label, statements, number = block.label, [], 0
        for statement in block.statements:
            if not (isinstance(statement, Call) and self._is_cut_at(statement)):
                statements.append(statement)
                continue
            number += 1
            following = f"{block.label}.jump{number}"
            end: Terminator
            if statement.callee == SET:
                statements += self._set(statement, following)
                end = Goto(following, statement.span)
            elif statement.callee == JUMP:
                statements += self._jump(statement)
                end = Goto(self._after_jump(statement, following), statement.span)
            else:
                statements.append(statement)
                is_pending = distinct(self._memory.pending, bv(0, _width(self._memory.pending)))
                end = Branch(is_pending, self._after_jump(statement, following), following, statement.span)
            self._blocks[label] = Block(label, tuple(statements), end)
            label, statements = following, []
        self._blocks[label] = Block(label, tuple(statements), block.terminator)

    def _is_cut_at(self, call: Call) -> bool:
        return call.callee == SET or _may_jump(call.callee, self._jumping)

    def _after_jump(self, call: Call, following: str) -> str:
        """Return the label of the block that handles a jump that comes out of ``call``."""
        if self._function.name not in self._outermost or call.callee in self._outermost:
            return _UNWIND
        label = f"{following}.last"
        self._required_landings[label] = call.span
        return label

    def _required_landing_blocks(self) -> Iterator[tuple[str, Block]]:
        pending = self._memory.pending
        lands = or_(*(eq(pending, mine) for mine in self._landings))
        for label, span in self._required_landings.items():
            check = Check(lands, CheckKind.UNREACHABLE, "longjmp to a function that has returned", span)
            yield label, Block(label, (check,), Goto(_UNWIND, span))

    def _set(self, call: Call, following: str) -> list[Statement]:
        (place,), span, last = call.arguments, call.span, self._memory.last
        mine = self._temporary("place of a jump", last.sort, span)
        landing = f"{following}.landing"
        self._landings[mine] = landing
        pending = self._memory.pending
        done: list[Statement] = [Assign(pending, bv(0, _width(pending)), span)]
        done += (Assign(target, self._memory.value, span) for target in call.targets)
        done += (EndLifetime(each, span) for each in objects_left_by_longjmp(call, self._function))
        self._landing_blocks[landing] = Block(landing, tuple(done), Goto(following, span))
        return [
            Assign(last, bvadd(last, bv(1, _width(last))), span),
            Assign(mine, last, span),
            Store(place, last, span),
            *(Assign(target, bv(0, _width(target)), span) for target in call.targets),
        ]

    def _jump(self, call: Call) -> list[Statement]:
        (place, value), span, pending = call.arguments, call.span, self._memory.pending
        zero = bv(0, _width(pending))
        return [
            Load(pending, place, span),
            Check(distinct(pending, zero), CheckKind.UNREACHABLE, "longjmp to where setjmp never was", span),
            Assign(self._memory.value, ite(eq(value, bv(0, 32)), bv(1, 32), value), span),
        ]

    def _unwinding(self) -> Mapping[str, Block]:
        """Return the blocks that find the landing of a pending jump, or return."""
        blocks: dict[str, Block] = {}
        label, span = _UNWIND, self._function.span
        for number, (mine, landing) in enumerate(self._landings.items(), 1):
            following = f"{_UNWIND}.{number}"
            blocks[label] = Block(label, (), Branch(eq(self._memory.pending, mine), landing, following, span))
            label = following
        results = tuple(constant(default_value(sort), sort) for sort in self._function.results)
        blocks[label] = Block(label, (), Return(results, span))
        return blocks

    def _temporary(self, name: str, sort: Sort, span: Span | None) -> Term:
        symbol = variable(f"{self._function.name}::{name}.{len(self._variables)}", sort)
        self._variables.append(Variable(symbol, name, CVoid(), Role.TEMPORARY, span))
        return symbol


_UNWIND: Final = "unwind"


def _width(term: Term) -> int:
    if not isinstance(term.sort, BitVecSort):
        raise TypeError("numbers of jumps are bit-vectors")
    return term.sort.width


def _reached(blocks: Mapping[str, Block]) -> dict[str, Block]:
    """Return the ``blocks`` that are reachable from the first one."""
    reached: set[str] = set()
    pending = [next(iter(blocks))]
    while pending:
        label = pending.pop()
        if label not in reached:
            reached.add(label)
            pending.extend(successors(blocks[label].terminator))
    return {label: block for label, block in blocks.items() if label in reached}
