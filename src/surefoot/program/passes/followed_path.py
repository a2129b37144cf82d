"""Restriction of a program to the path that a static analyser reports.

A variable counts the waypoints that the run has passed. An edge with the direction of the next
waypoint increments it; the other direction, in the same call, ends the run:

    edge of decision c in direction d:   stop if position in {i : w_i = (c, not d)}
                                         position := position + 1 if position in {i : w_i = (c, d)}

The reported operations exist twice: one copy, with the position in the source, is executed after
all waypoints; others are assumed to use no null pointer, and to be defined unless they access memory. If error calls are checked, one is at the reported place after all waypoints. Runs that pass the waypoints in order are a superset of the runs on the path: where a
waypoint matches no branch, or several, it is dropped; where calls may be confused, no run is ended.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass, field, replace
from surefoot.base.spans import Span
from surefoot.logic import FALSE, Term, bit_vector, bv, bvadd, bvule, eq, ite, or_, variable, variables_of
from surefoot.program.access import successors, terms_read
from surefoot.program.check_sites import checks_of
from surefoot.program.ctypes import CInteger, CVoid
from surefoot.program.program import Block, Function, GlobalVariable, Program, Role, Variable
from surefoot.program.properties import UNDEFINED, Property
from surefoot.program.statements import (
    Assign,
    Assume,
    Branch,
    Call,
    Check,
    CheckKind,
    CheckMemory,
    Goto,
    Load,
    Statement,
    Stop,
    Store,
)

_WIDTH = 16
FIRST_PAGE = 4096
"""Accesses below are those by a null pointer."""
_SYMBOL = variable("position on the path", bit_vector(_WIDTH))
_NUMBER = re.compile(r"\d*\Z")


class DecisionKind(Enum):
    """Kind of a statement that decides; its value has clang's names of the blocks that are entered
    if the condition is true, and if it is false.
    """

    IF = (frozenset({"if.then"}), frozenset({"if.else", "if.end"}))
    LOOP = (
        frozenset({"while.body", "for.body"}),
        frozenset({"while.end", "for.end", "for.cond.cleanup", "while.exit"}),
    )
    DO = (frozenset({"do.body"}), frozenset({"do.end"}))

    def direction(self, label: str) -> bool | None:
        """Return the value of the condition on edges to the block ``label``; None for other edges."""
        name = _NUMBER.sub("", label)
        taken, skipped = self.value
        return True if name in taken else False if name in skipped else None


@dataclass(frozen=True, slots=True)
class SourceRegion:
    """A part of a source file; the end is included."""

    file: str
    line: int
    column: int
    last_line: int
    last_column: int

    def contains(self, span: Span | None) -> bool:
        """Return whether ``span`` is in the region."""
        if span is None or not (self.line <= span.line <= self.last_line):
            return False
        is_inside = (self.line, self.column) <= (span.line, span.column) <= (self.last_line, self.last_column)
        return is_inside and not span.is_library and _is_same(span.file, self.file, Path.cwd())


@dataclass(frozen=True, slots=True)
class Decision:
    """A statement that decides by the condition in ``region``."""

    kind: DecisionKind
    region: SourceRegion


@dataclass(frozen=True, slots=True)
class DecisionTaken:
    """Waypoint: the condition of ``decision`` is ``value``."""

    decision: Decision
    value: bool


@dataclass(frozen=True, slots=True)
class CallEntered:
    """Waypoint: the call of ``callee`` at ``region`` is entered."""

    region: SourceRegion
    callee: str


PathWaypoint = DecisionTaken | CallEntered


@dataclass(frozen=True, slots=True)
class FollowedPath:
    """The waypoints of a path in order, and the region that it ends at: the checks of operations on
    its lines are reported. It is None for leaks: memory is checked when the entry function returns.
    """

    waypoints: tuple[PathWaypoint, ...]
    reported: SourceRegion | None

    def packed(self) -> list[Any]:
        """Return the path as a JSON value."""
        reported = None if self.reported is None else packed_region(self.reported)
        return [[packed_waypoint(each) for each in self.waypoints], reported]

    @classmethod
    def unpacked(cls, packed: Sequence[Any]) -> Self:
        """Return the path with the JSON value ``packed``."""
        waypoints, reported = packed
        region = None if reported is None else SourceRegion(*reported)
        return cls(tuple(unpacked_waypoint(*each) for each in waypoints), region)


def packed_region(region: SourceRegion) -> list[Any]:
    """Return ``region`` as a JSON value."""
    return [region.file, region.line, region.column, region.last_line, region.last_column]


def packed_waypoint(waypoint: PathWaypoint) -> list[Any]:
    """Return ``waypoint`` as a JSON value."""
    match waypoint:
        case DecisionTaken(Decision(kind, region), value):
            return [kind.name, packed_region(region), value]
        case CallEntered(region, callee):
            return ["", packed_region(region), callee]


def unpacked_waypoint(kind: str, region: Sequence[Any], value: Any) -> PathWaypoint:  # noqa: ANN401 JSON
    """Return the waypoint with a JSON value."""
    where = SourceRegion(*region)
    return DecisionTaken(Decision(DecisionKind[kind], where), bool(value)) if kind else CallEntered(where, str(value))


@lru_cache(maxsize=4096)
def _is_same(left: str, right: str, folder: Path) -> bool:
    """Return whether two paths, relative to ``folder``, name the same file."""
    return left == right or (folder / left).resolve() == (folder / right).resolve()


def followed(program: Program, path: FollowedPath, checked: Property) -> Program:
    """Return ``program`` with a variable for the position on ``path``, where only runs on the path
    get to the reported checks of ``checked`` with positions in the source.

    Ensures: if a run of ``program`` follows the path without undefined behaviour and then violates
    a reported check, a run of the result violates that check.
    """
    return _Following(program, path, checked.violations).program()


@dataclass(slots=True)
class _Following:
    source: Program
    path: FollowedPath
    kinds: frozenset[CheckKind]
    _edges: dict[Decision, dict[str, dict[tuple[str, str], bool]]] = field(default_factory=dict)
    """The edges of each decision by function, with the value of the condition."""
    _calls: dict[CallEntered, list[Call]] = field(default_factory=dict)
    _recursive: frozenset[str] = frozenset()
    _is_strict: bool = True

    def __post_init__(self) -> None:
        self._recursive = _recursive_functions(self.source)
        for each in dict.fromkeys(self.path.waypoints):
            match each:
                case DecisionTaken(decision):
                    if decision not in self._edges:
                        self._edges[decision] = edges_of(decision, self.source.functions.values())
                case CallEntered():
                    found = self._calls[each] = calls_at(each, self.source.functions.values())
                    self._is_strict &= len(found) == 1
        self._edges = {decision: edges for decision, edges in self._edges.items() if edges}

    def program(self) -> Program:
        """Return the restricted program."""
        kept = [each for each in self.path.waypoints if self._is_matched(each)]
        places: dict[PathWaypoint, list[int]] = {}
        for number, each in enumerate(kept):
            places.setdefault(each, []).append(number)
        ctype = CInteger("position", _WIDTH, signed=False)
        position = GlobalVariable(Variable(_SYMBOL, "position on the path", ctype, Role.GLOBAL, None), bv(0, _WIDTH))
        at_end = eq(_SYMBOL, bv(len(kept), _WIDTH))
        functions = {
            name: self._start(each, at_end) if name == self.source.entry else self._function(each, places, at_end)
            for name, each in self.source.functions.items()
        }
        return replace(self.source, functions=functions, global_variables=(*self.source.global_variables, position))

    def _is_matched(self, waypoint: PathWaypoint) -> bool:
        match waypoint:
            case DecisionTaken(decision):
                return decision in self._edges
            case CallEntered():
                return bool(self._calls[waypoint])

    # Transformation

    def _start(self, function: Function, at_end: Term) -> Function:
        """Return the function that calls the entry function, with a check of leaks after the call if
        they are reported; its results, global variables and arguments keep memory reachable.
        """
        label = next((label for label, each in function.blocks.items() if _calls_entry(each)), None)
        if self.path.reported is not None or label is None:
            return function
        block = function.blocks[label]
        *others, call = block.statements
        if not isinstance(call, Call) or not isinstance(call.callee, str):
            return function
        results = tuple(
            Variable(variable(f"{function.name}::result.{number}", sort), "", CVoid(), Role.LOCAL, None)
            for number, sort in enumerate(self.source.functions[call.callee].results)
        )
        checked, after = f"{label} leaks", f"{label} after"
        call = replace(call, targets=tuple(each.symbol for each in results))
        blocks = {
            **function.blocks,
            label: Block(label, (*others, call), Branch(at_end, checked, after, None)),
            checked: Block(checked, (CheckMemory(CheckKind.MEMORY_LEAK, call.span),), Goto(after)),
            after: Block(after, (), block.terminator),
        }
        return replace(function, blocks=blocks, locals=(*function.locals, *results))

    def _function(self, function: Function, places: Mapping[PathWaypoint, Sequence[int]], at_end: Term) -> Function:
        blocks: dict[str, Block] = {}
        homes = dict(function.homes)
        once = self._only_block()
        for label, block in function.blocks.items():
            new = self._edges_with_positions(function, block, places, at_end)
            head, *others = self._operations(new[0], places, at_end, ends=once)
            for each in (head, *others, *new[1:]):
                blocks[each.label] = each
                if label in function.homes:
                    homes[each.label] = function.homes[label]
        return replace(function, blocks=blocks, homes=homes)

    def _edges_with_positions(
        self, function: Function, block: Block, places: Mapping[PathWaypoint, Sequence[int]], at_end: Term
    ) -> list[Block]:
        """Return ``block``, followed by blocks for those of its edges that are edges of a decision."""
        branch = block.terminator
        if not isinstance(branch, Branch):
            return [block]
        new: list[Block] = []
        targets: dict[str, str] = {}
        for decision, by_function in self._edges.items():
            for (label, target), value in by_function.get(function.name, {}).items():
                if label == block.label and target not in targets:
                    targets[target] = f"{label} to {target}"
                    ends = self._ends(function, decision, places, at_end, value=value)
                    same = places.get(DecisionTaken(decision, value), ())
                    passing = Block(targets[target], (_next_if(same),) if same else (), Goto(target, branch.span))
                    new += [passing] if ends is None else _unless(ends, passing)
        if not new:
            return [block]
        changed = replace(
            branch,
            then=targets.get(branch.then, branch.then),
            otherwise=targets.get(branch.otherwise, branch.otherwise),
        )
        return [replace(block, terminator=changed), *new]

    def _ends(
        self,
        function: Function,
        decision: Decision,
        places: Mapping[PathWaypoint, Sequence[int]],
        at_end: Term,
        *,
        value: bool,
    ) -> Term | None:
        """Return under what condition a run leaves the path on an edge of ``decision`` where its
        condition is ``value``; None if it is not known to.
        """
        is_single = len(self._edges[decision]) == 1 and function.name not in self._recursive
        if not self._is_strict or not is_single:
            return None
        other = places.get(DecisionTaken(decision, not value), ())
        reasons = [at_end] if self._has_report(function) else []
        reasons += [_is_one_of(other)] if other else []
        return or_(*reasons) if reasons else None

    def _has_report(self, function: Function) -> bool:
        statements = (each for block in function.blocks.values() for each in block.statements)
        return any(self._is_on_lines(each) for each in statements)

    def _is_on_lines(self, statement: Statement) -> bool:
        """Return whether ``statement`` is on a line of the reported region."""
        region = self.path.reported
        return region is not None and replace(region, column=0, last_column=1 << 30).contains(statement.span)

    def _first_on_lines(self, block: Block) -> int | None:
        """Return the index of the first statement of ``block`` on a line of the reported region, if
        error calls are checked.
        """
        if CheckKind.ERROR_CALL not in self.kinds:
            return None
        return next((at for at, each in enumerate(block.statements) if self._is_on_lines(each)), None)

    def _is_reported(self, statement: Statement) -> bool:
        is_of_kind = any(kind in self.kinds for kind, _ in checks_of(statement))
        return is_of_kind and self._is_on_lines(statement)

    def _only_block(self) -> bool:
        """Return whether all reported operations are in one block, so that runs can end behind it."""
        found = {
            (function.name, block.label)
            for function in self.source.functions.values()
            for block in function.blocks.values()
            if any(self._is_reported(each) for each in block.statements)
        }
        return len(found) == 1

    def _defined(self, statement: Statement) -> Iterator[Statement]:
        """Yield ``statement``, preceded by the assumption that it uses no null pointer; an operation
        that is not reported is assumed to be defined.

        Other invalid accesses stay: the model may know less about memory than callers, and runs
        must not end for this reason.
        """
        match statement:
            case Check(condition, kind) if kind in UNDEFINED or kind in self.kinds:
                yield Assume(condition, None)
                return
            case Load(_, address) | Store(address, _):
                yield Assume(bvule(bv(FIRST_PAGE, self.source.data_model.pointer_width), address), None)
            case _:
                pass
        yield statement

    def _operations(
        self,
        block: Block,
        places: Mapping[PathWaypoint, Sequence[int]],
        at_end: Term,
        *,
        ends: bool,
    ) -> list[Block]:
        """Return ``block`` with positions at calls, and with two copies of reported operations."""
        last = max((at for at, each in enumerate(block.statements) if self._is_reported(each)), default=-1)
        found: list[Block] = []
        label, statements = block.label, list[Statement]()
        place = self._first_on_lines(block)
        for at, each in enumerate(block.statements):
            if isinstance(each, CheckMemory) and self.path.reported is None:
                continue
            numbers = [
                number
                for waypoint, calls in self._calls.items()
                if any(each is call for call in calls)
                for number in places.get(waypoint, ())
            ]
            if numbers:
                statements.append(_next_if(numbers))
            if at == place:
                check, rest = f"{block.label} reached", f"{block.label} rest"
                reached = Check(FALSE, CheckKind.ERROR_CALL, "reported place reached", each.span)
                found.append(Block(label, tuple(statements), Branch(at_end, check, rest, None)))
                found.append(Block(check, (reached,), Stop("the reported path ends", None)))
                label, statements = rest, []
            if not self._is_reported(each):
                statements += self._defined(each)
                continue
            names = [f"{block.label} {what} {at}" for what in ("on the path", "off the path", "after")]
            found.append(Block(label, tuple(statements), Branch(at_end, names[0], names[1], None)))
            leave = Stop("the reported path ends", None) if ends and at == last else Goto(names[2])
            found.append(Block(names[0], (each,), leave))
            other = [*self._defined(replace(each, span=None))]
            found.append(Block(names[1], tuple(other), Goto(names[2])))
            label, statements = names[2], []
        found.append(Block(label, tuple(statements), block.terminator))
        return found


def edges_of(decision: Decision, functions: Iterable[Function]) -> dict[str, dict[tuple[str, str], bool]]:
    """Return the edges of ``decision`` in each function where it is one statement; empty if it
    is several in one.
    """
    found: dict[str, dict[tuple[str, str], bool]] = {}
    for function in functions:
        edges: dict[tuple[str, str], bool] = {}
        for label, block in function.blocks.items():
            if isinstance(block.terminator, Branch) and decision.region.contains(block.terminator.span):
                for target in successors(block.terminator):
                    value = decision.kind.direction(target)
                    if value is not None:
                        edges[label, target] = value
        targets = {value: {target for (_, target), each in edges.items() if each is value} for value in (True, False)}
        if len(targets[True]) > 1 or len(targets[False]) > 1:
            return {}
        if targets[True] and targets[False]:
            found[function.name] = edges
    return found


def calls_at(waypoint: CallEntered, functions: Iterable[Function]) -> list[Call]:
    """Return the calls at the waypoint, those of the function that it names if there are any."""
    found = [
        each
        for function in functions
        for block in function.blocks.values()
        for each in block.statements
        if isinstance(each, Call) and waypoint.region.contains(each.span)
    ]
    named = [each for each in found if isinstance(each.callee, str) and _is_named(each.callee, waypoint.callee)]
    return named or [each for each in found if isinstance(each.callee, Term)]


def _calls_entry(block: Block) -> bool:
    return bool(block.statements) and isinstance(block.statements[-1], Call) and isinstance(block.terminator, Stop)


def _unless(condition: Term, block: Block) -> list[Block]:
    """Return ``block`` preceded by the end of the run if ``condition``, under the same label."""
    end, rest = f"{block.label} off the path", f"{block.label} on the path"
    return [
        Block(block.label, (), Branch(condition, end, rest, None)),
        Block(end, (), Stop("the reported path is left", None)),
        replace(block, label=rest),
    ]


def _next_if(numbers: Sequence[int]) -> Assign:
    """Return the increment of the position if it is one of ``numbers``."""
    return Assign(_SYMBOL, ite(_is_one_of(numbers), bvadd(_SYMBOL, bv(1, _WIDTH)), _SYMBOL), None)


def _is_one_of(numbers: Sequence[int]) -> Term:
    return or_(*(eq(_SYMBOL, bv(each, _WIDTH)) for each in numbers))


def _is_named(callee: str, name: str) -> bool:
    return callee == name or callee.startswith(f"{name}.")


def _recursive_functions(program: Program) -> frozenset[str]:
    """Return the functions that may be active twice; a call through a pointer may call any function
    whose address the program takes.
    """
    addressed = _addressed_functions(program)
    callees: dict[str, set[str]] = {}
    for name, function in program.functions.items():
        calls = [each for block in function.blocks.values() for each in block.statements if isinstance(each, Call)]
        callees[name] = {each.callee for each in calls if isinstance(each.callee, str)}
        if any(not isinstance(each.callee, str) for each in calls):
            callees[name] |= addressed
    return frozenset(name for name in program.functions if name in _reached(callees[name], callees))


def _reached(start: set[str], callees: Mapping[str, set[str]]) -> set[str]:
    reached: set[str] = set()
    pending = [*start]
    while pending:
        each = pending.pop()
        if each not in reached:
            reached.add(each)
            pending += callees.get(each, ())
    return reached


def _addressed_functions(program: Program) -> set[str]:
    """Return the functions whose address is in a statement or in an initial value."""
    names = {function.address: name for name, function in program.functions.items()}
    read = {
        term
        for function in program.functions.values()
        for block in function.blocks.values()
        for each in (*block.statements, block.terminator)
        for term in terms_read(each)
    }
    read |= {cell.value for each in program.global_objects for cell in each.cells or ()}
    read |= {each.initial for each in program.global_variables if each.initial is not None}
    return {names[symbol] for term in read for symbol in variables_of(term) if symbol in names}
