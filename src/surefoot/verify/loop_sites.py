"""Loops and recursive functions of a program, by their positions in the source."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from surefoot.certify.loops import LoopExit, LoopSite
from surefoot.logic import FALSE
from surefoot.program.access import successors
from surefoot.program.check_sites import DECREASES, LOOP_VARIANT, sites_of
from surefoot.program.program import Block, Function, Program
from surefoot.program.statements import Call, Check, Return, Stop
from surefoot.semantics.symbolic.loops import loop_order
from surefoot.systems.control.components import strongly_connected
from surefoot.systems.procedures.points import recursive_functions

_ABORT = "call of abort"
"""The reason for which `abort` stops a program."""


def loop_sites(program: Program) -> tuple[LoopSite, ...]:
    """Return the loops and the recursive functions that calls reach, in the order of the source;
    those of library models are omitted.
    """
    found: dict[tuple[str, object, bool], LoopSite] = {}
    recursive = recursive_functions(program)
    for name in _reached(program, [program.entry]):
        function = program.functions[name]
        for site in _sites(program, function, is_recursive=name in recursive):
            if site.span is not None and not site.span.is_library:
                found.setdefault((name, site.span, site.is_recursion), site)
    return tuple(sorted(found.values(), key=lambda site: str(site.span) if site.span is None else _order(site)))


def _order(site: LoopSite) -> str:
    span = site.span
    return "" if span is None else f"{span.file}:{span.line:9}:{span.column:6}"


def _sites(program: Program, function: Function, *, is_recursive: bool) -> Iterator[LoopSite]:
    if is_recursive:
        is_shared = _reads_shared(program, function, function.blocks.keys())
        yield LoopSite(
            function.name,
            function.entry.label,
            function.span,
            is_recursion=True,
            reads_shared=is_shared,
            **_measure(program, function),
        )
    heads = loop_order(function).heads
    for label, around in heads.items():
        if not around or around[-1] != label:
            continue
        inside = {block for block, loops in heads.items() if label in loops}
        yield LoopSite(
            function.name,
            label,
            function.blocks[label].span,
            exit=_exit(function, inside),
            reads_shared=_reads_shared(program, function, inside),
            **_variant(program, function, label, heads, inside),
        )


def _variant(
    program: Program, function: Function, label: str, heads: Mapping[str, tuple[str, ...]], inside: Collection[str]
) -> dict[str, Any]:
    """Return the variant that the loop is annotated with, its checks, and the code that it repeats."""
    own = (block for block in inside if heads[block][-1] == label)
    checks = list(_checks_of(function, own, f"{LOOP_VARIANT} "))
    if not checks:
        return {}
    blocks = (function.blocks[block] for block in inside)
    called = _reached(program, [callee for block in blocks for callee in _callees(program, block)])
    return {
        "variant": checks[0].text.removeprefix(f"{LOOP_VARIANT} ").partition(" does not decrease")[0],
        "variants": frozenset(site for check in checks for site, _ in sites_of(check, function.name)),
        "inside": frozenset(inside),
        "called": frozenset(called),
    }


def _measure(program: Program, function: Function) -> dict[str, Any]:
    """Return the measure that the recursive function is annotated with, its checks, and the
    functions that it calls.
    """
    checks = list(_checks_of(function, function.blocks, f"{DECREASES} "))
    measure = checks[0].text.removeprefix(f"{DECREASES} ").rpartition(" of ")[0] if checks else ""
    return {
        "variant": measure,
        "variants": frozenset(site for check in checks for site, _ in sites_of(check, function.name)),
        "called": frozenset(_reached(program, [function.name])),
    }


def _checks_of(function: Function, blocks: Iterable[str], prefix: str) -> Iterator[Check]:
    """Yield the checks in ``blocks`` whose texts begin with ``prefix``."""
    for block in blocks:
        for statement in function.blocks[block].statements:
            if isinstance(statement, Check) and statement.text.startswith(prefix):
                yield statement


def recursive_among(program: Program, names: Collection[str]) -> frozenset[str]:
    """Return the functions that call themselves again, directly or through others of ``names``."""
    callees = {
        name: tuple(
            callee
            for block in program.functions[name].blocks.values()
            for callee in _callees(program, block)
            if callee in names
        )
        for name in names
    }
    components = strongly_connected(sorted(callees), callees, frozenset(callees))
    return frozenset(name for each in components for name in each if len(each) > 1 or name in callees[name])


def _exit(function: Function, inside: set[str]) -> LoopExit:
    """Return how runs can leave the blocks `inside`."""
    ends = [function.blocks[label].terminator for label in inside]
    behind = {label for end in ends for label in successors(end) if label not in inside}
    if any(isinstance(end, Return) for end in ends) or not all(_only_fails(function, label) for label in behind):
        return LoopExit.REGULAR
    return LoopExit.FAILING if behind else LoopExit.NONE


def _only_fails(function: Function, label: str) -> bool:
    """Return whether all paths from the block `label` end in failing assertions or aborts."""
    pending, seen = [label], set[str]()
    while pending:
        name = pending.pop()
        if name in seen:
            return False  # it may be a loop
        seen.add(name)
        block = function.blocks[name]
        following = successors(block.terminator)
        if not following and not _fails(block):
            return False
        pending += following
    return True


def _fails(block: Block) -> bool:
    """Return whether the block ends the program by a failing assertion or by `abort`."""
    if not isinstance(block.terminator, Stop):
        return False
    checks = (each for each in block.statements if isinstance(each, Check))
    return block.terminator.reason == _ABORT or any(each.condition is FALSE for each in checks)


def _reads_shared(program: Program, function: Function, inside: Collection[str]) -> bool:
    """Return whether the lines of the blocks `inside`, or functions that they call, read volatile
    or atomic objects.
    """
    if not program.shared_reads:
        return False
    blocks = [function.blocks[label] for label in inside]
    spans = [each.span for block in blocks for each in (*block.statements, block.terminator)]
    lines = {span.line for span in spans if span is not None}
    called = set(_reached(program, [callee for block in blocks for callee in _callees(program, block)]))
    return any(name in called or (name == function.name and span.line in lines) for name, span in program.shared_reads)


def _reached(program: Program, roots: Iterable[str]) -> Iterator[str]:
    """Yield `roots` and the functions that they call."""
    pending = list(dict.fromkeys(roots))
    seen = set(pending)
    while pending:
        name = pending.pop()
        yield name
        for block in program.functions[name].blocks.values():
            for callee in _callees(program, block):
                if callee not in seen:
                    seen.add(callee)
                    pending.append(callee)


def _callees(program: Program, block: Block) -> Iterator[str]:
    """Yield the functions that `block` calls; all, if it calls an address."""
    for statement in block.statements:
        if isinstance(statement, Call):
            yield from program.functions if not isinstance(statement.callee, str) else ()
            if isinstance(statement.callee, str) and statement.callee in program.functions:
                yield statement.callee
