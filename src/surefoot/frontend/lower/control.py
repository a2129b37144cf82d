"""The ends of blocks: branches, switches, returns, and the copies that replace phi instructions."""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from surefoot.frontend.llvm.module import (
    BasicBlock,
    CallInstruction,
    ConditionalJump,
    IndirectJump,
    Jump,
    Local,
    Phi,
    ReturnInstruction,
    Switch,
    Unreachable,
)
from surefoot.frontend.lower.constants import constant_value, label_address
from surefoot.frontend.lower.frame import Frame
from surefoot.logic import FALSE, Term, eq, or_, variables_of
from surefoot.program.statements import Assign, Branch, CheckKind, Goto, Return, Terminator
from surefoot.spans import Span


def declare_phis(frame: Frame) -> None:
    """Give every phi a temporary; the blocks before it will assign it."""
    for label in frame.flow.order:
        for phi in _phis(frame.flow.blocks[label]):
            temporaries = [frame.temporary(phi.result, sort, phi.span) for sort in frame.shapes.sorts(phi.type)]
            frame.bind(phi.result, temporaries, phi.span)


def lower_last(frame: Frame, block: BasicBlock) -> None:
    """Close the current block the way ``block`` ends."""
    last = block.last
    match last:
        case Jump(target, span):
            _assign_phis(frame, block.label, target, span)
            frame.close_block(Goto(target, span))
        case ConditionalJump(condition, then, otherwise, span):
            guard = frame.term(condition, span)
            if then == otherwise:
                _assign_phis(frame, block.label, then, span)
                frame.close_block(Goto(then, span))
                return
            frame.close_block(
                Branch(guard, _edge(frame, block.label, then, span), _edge(frame, block.label, otherwise, span), span)
            )
        case Switch():
            _lower_switch(frame, block.label, last)
        case ReturnInstruction(value, span):
            frame.close_block(Return(() if value is None else frame.terms(value, span), span))
        case Unreachable(span):
            called = block.instructions[-1] if block.instructions else None
            if not (isinstance(called, CallInstruction) and called.noreturn):
                frame.check(FALSE, CheckKind.UNREACHABLE, "this point must not be reached", span)
            frame.stop("the function called here does not return", span)
        case IndirectJump():
            _lower_computed_goto(frame, block.label, last)


def _lower_switch(frame: Frame, label: str, switch: Switch) -> None:
    """A chain of branches, one for each target in the order of its first case."""
    value = frame.term(switch.value, switch.span)
    targets: dict[str, list[Term]] = {}
    for case, target in switch.cases:
        (constant,) = constant_value(frame.scope, case)
        if constant is not None and target != switch.default:
            targets.setdefault(target, []).append(eq(value, constant))
    guards = {target: or_(*matches) for target, matches in targets.items()}
    _close_with_chain(frame, label, guards, switch.default, switch.span)


def _lower_computed_goto(frame: Frame, label: str, jump: IndirectJump) -> None:
    """A chain of comparisons with the addresses of the possible targets."""
    address = frame.term(jump.address, jump.span)
    function = frame.definition.name
    guards = {
        target: eq(address, label_address(frame.scope, function, target)) for target in dict.fromkeys(jump.targets)
    }
    frame.check(or_(FALSE, *guards.values()), CheckKind.UNREACHABLE, "the label is one of this function", jump.span)
    last_target, _ = guards.popitem()
    _close_with_chain(frame, label, guards, last_target, jump.span)


def _close_with_chain(frame: Frame, label: str, guards: Mapping[str, Term], default: str, span: Span | None) -> None:
    """Go to the first target whose guard holds, else to ``default``."""
    edges = {target: _edge(frame, label, target, span) for target in (*guards, default)}
    following = edges[default]
    chain: Terminator = Goto(following, span)
    for position, (target, guard) in reversed(list(enumerate(guards.items()))):
        chain = Branch(guard, edges[target], following, span)
        if position > 0:
            following = frame.add_block(f"{label}.case", (), chain)
    frame.close_block(chain)


def _edge(frame: Frame, source: str, target: str, span: Span | None) -> str:
    """Where to go for ``target``: itself, or a new block that assigns its phis first."""
    with frame.aside() as moves:
        _assign_phis(frame, source, target, span)
        statements = tuple(moves)
    return frame.add_block(f"{source}.to.{target}", statements, Goto(target, span)) if statements else target


def _assign_phis(frame: Frame, source: str, target: str, span: Span | None) -> None:
    moves: list[tuple[Term, Term]] = []
    for phi in _phis(frame.flow.blocks[target]):
        incoming = next(value for value, origin in phi.incoming if origin == source)
        moves.extend(
            (temporary, term)
            for temporary, term in zip(
                frame.value(Local(phi.type, phi.result)), frame.terms(incoming, span), strict=True
            )
            if temporary is not None and temporary is not term
        )
    _assign_at_once(frame, moves, span)


def _assign_at_once(frame: Frame, moves: Sequence[tuple[Term, Term]], span: Span | None) -> None:
    """Assign in an order in which no source is overwritten before it is read; cycles go through a temporary."""
    pending = list(moves)
    while pending:
        free = next(
            (
                move
                for move in pending
                if not any(move[0] in variables_of(other[1]) for other in pending if other is not move)
            ),
            None,
        )
        if free is None:
            target, value = pending[0]
            copy = frame.temporary("copy", value.sort, span)
            frame.emit(Assign(copy, value, span))
            pending[0] = (target, copy)
        else:
            frame.emit(Assign(*free, span))
            pending.remove(free)


def _phis(block: BasicBlock) -> tuple[Phi, ...]:
    return tuple(
        phi for phi in takewhile(lambda item: isinstance(item, Phi), block.instructions) if isinstance(phi, Phi)
    )
