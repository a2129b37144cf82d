"""Terminators: branches, switches, returns, and the copies that replace phi instructions; and leak
checks in loops without exit.

A program that ends up in a loop without exit never terminates, so memory that is unreachable there
is lost for good.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from surefoot.base.records import replace
from surefoot.base.spans import Span
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
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.logic import FALSE, Term, eq, or_, variables_of
from surefoot.program.access import leaving_blocks, successors
from surefoot.program.program import Block
from surefoot.program.statements import Assign, Branch, CheckKind, CheckMemory, Goto, Return, Terminator


def declare_phis(builder: FunctionBuilder) -> None:
    """Give every phi a temporary, which predecessors assign."""
    for label in builder.flow.order:
        for phi in _phis(builder.flow.blocks[label]):
            temporaries = [builder.temporary(phi.result, sort, phi.span) for sort in builder.type_sorts.sorts(phi.type)]
            builder.bind(phi.result, temporaries, phi.span)


def lower_terminator(builder: FunctionBuilder, block: BasicBlock) -> None:
    """Close the current block with the terminator of ``block``."""
    last = block.last
    match last:
        case Jump(target, span):
            _assign_phis(builder, block.label, target, span)
            builder.close_block(Goto(target, span))
        case ConditionalJump(condition, then, otherwise, span):
            guard = builder.term(condition, span)
            if then == otherwise:
                _assign_phis(builder, block.label, then, span)
                builder.close_block(Goto(then, span))
                return
            builder.close_block(
                Branch(
                    guard, _edge(builder, block.label, then, span), _edge(builder, block.label, otherwise, span), span
                )
            )
        case Switch():
            _lower_switch(builder, block.label, last)
        case ReturnInstruction(value, span):
            builder.close_block(Return(() if value is None else builder.terms(value, span), span))
        case Unreachable(span):
            called = block.instructions[-1] if block.instructions else None
            if not (isinstance(called, CallInstruction) and called.noreturn):
                builder.check(FALSE, CheckKind.UNREACHABLE, "this point must not be reached", span)
            builder.stop("the function called here does not return", span)
        case IndirectJump():
            _lower_computed_goto(builder, block.label, last)


def _lower_switch(builder: FunctionBuilder, label: str, switch: Switch) -> None:
    """Close the block with a chain of branches, one per target in the order of its first case."""
    value = builder.term(switch.value, switch.span)
    targets: dict[str, list[Term]] = {}
    for case, target in switch.cases:
        (constant,) = constant_value(builder.scope, case)
        if constant is not None and target != switch.default:
            targets.setdefault(target, []).append(eq(value, constant))
    guards = {target: or_(*matches) for target, matches in targets.items()}
    _close_with_chain(builder, label, guards, switch.default, switch.span)


def _lower_computed_goto(builder: FunctionBuilder, label: str, jump: IndirectJump) -> None:
    """Close the block with a chain of comparisons with the addresses of possible targets."""
    address = builder.term(jump.address, jump.span)
    function = builder.definition.name
    guards = {
        target: eq(address, label_address(builder.scope, function, target)) for target in dict.fromkeys(jump.targets)
    }
    builder.check(or_(FALSE, *guards.values()), CheckKind.UNREACHABLE, "the label is one of this function", jump.span)
    last_target, _ = guards.popitem()
    _close_with_chain(builder, label, guards, last_target, jump.span)


def _close_with_chain(
    builder: FunctionBuilder, label: str, guards: Mapping[str, Term], default: str, span: Span | None
) -> None:
    """Branch to the first target whose guard holds, else to ``default``."""
    edges = {target: _edge(builder, label, target, span) for target in (*guards, default)}
    following = edges[default]
    chain: Terminator = Goto(following, span)
    for position, (target, guard) in reversed(list(enumerate(guards.items()))):
        chain = Branch(guard, edges[target], following, span)
        if position > 0:
            following = builder.add_block(f"{label}.case", (), chain)
    builder.close_block(chain)


def _edge(builder: FunctionBuilder, source: str, target: str, span: Span | None) -> str:
    """Return the label to jump to for ``target``: itself, or a new block that assigns its phis."""
    with builder.collect_statements() as moves:
        _assign_phis(builder, source, target, span)
        statements = tuple(moves)
    return builder.add_block(f"{source}.to.{target}", statements, Goto(target, span)) if statements else target


def _assign_phis(builder: FunctionBuilder, source: str, target: str, span: Span | None) -> None:
    moves: list[tuple[Term, Term]] = []
    for phi in _phis(builder.flow.blocks[target]):
        incoming = next(value for value, origin in phi.incoming if origin == source)
        moves.extend(
            (temporary, term)
            for temporary, term in zip(
                builder.value(Local(phi.type, phi.result)), builder.terms(incoming, span), strict=True
            )
            if temporary is not None and temporary is not term
        )
    _assign_in_parallel(builder, moves, span)


def _assign_in_parallel(builder: FunctionBuilder, moves: Sequence[tuple[Term, Term]], span: Span | None) -> None:
    """Emit a parallel assignment.

    Moves are ordered so that no source is overwritten before it is read; cycles go through a
    temporary.
    """
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
            copy = builder.temporary("copy", value.sort, span)
            builder.emit(Assign(copy, value, span))
            pending[0] = (target, copy)
        else:
            builder.emit(Assign(*free, span))
            pending.remove(free)


def _phis(block: BasicBlock) -> tuple[Phi, ...]:
    return tuple(
        phi for phi in takewhile(lambda item: isinstance(item, Phi), block.instructions) if isinstance(phi, Phi)
    )


def with_leak_checks_in_infinite_loops(blocks: Mapping[str, Block]) -> dict[str, Block]:
    """Return ``blocks`` with a leak check at the head of each loop without exit.

    Requires: the first of ``blocks`` is the entry.
    """
    leaving = leaving_blocks(blocks)
    heads = _heads(blocks) - leaving
    return {label: _with_leak_check(block) if label in heads else block for label, block in blocks.items()}


def _with_leak_check(block: Block) -> Block:
    spans = (statement.span for statement in (*block.statements, block.terminator))
    check = CheckMemory(CheckKind.MEMORY_LEAK, next((span for span in spans if span), None))
    return replace(block, statements=(check, *block.statements))


def _heads(blocks: Mapping[str, Block]) -> set[str]:
    """Return the targets of the back edges of a depth-first search; every cycle contains one."""
    entry = next(iter(blocks))
    heads: set[str] = set()
    seen, below = {entry}, {entry}
    stack = [(entry, iter(successors(blocks[entry].terminator)))]
    while stack:
        label, following = stack[-1]
        for target in following:
            if target in below:
                heads.add(target)
            elif target not in seen:
                seen.add(target)
                below.add(target)
                stack.append((target, iter(successors(blocks[target].terminator))))
                break
        else:
            below.remove(label)
            stack.pop()
    return heads
