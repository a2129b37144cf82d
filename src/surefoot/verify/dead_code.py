"""Dead code: the lines of a program that some run reaches, and those that none does.

A line is reached if one of its pieces is. A piece is a sequence of statements that a run leaves
only at its end. A run is evidence that a piece is reached, a confirmed proof that it is not.
"""

from collections.abc import Iterator

from surefoot.base.budget import Budget
from surefoot.base.enums import Enum
from surefoot.base.events import Watcher
from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.engines.contracts import Engine
from surefoot.evidence.claims import Goal
from surefoot.frontend.lower.entry import START
from surefoot.program.check_sites import CheckSite
from surefoot.program.program import Block, Function, Program
from surefoot.program.properties import REACHABILITY, Property
from surefoot.program.statements import Assume, Call, Check, CheckKind, Goto, Statement, Terminator
from surefoot.smt.registry import SolverFactory
from surefoot.verify.deciding import DecisionOptions, Statistics, decide
from surefoot.verify.reachability import reaching, visited

EVERY_RUN = Property(REACHABILITY, frozenset(), text="every line is reached by some run")
"""Property for which runs end at undefined behaviour, failed assertions, and the end of the
program.
"""


class Reach(Enum):
    """Reachability of a line."""

    REACHED = "reached"
    UNREACHABLE = "unreachable"
    UNDECIDED = "not decided"


@dataclass(frozen=True, slots=True)
class LineReach:
    """Reachability of one line of ``function``."""

    file: str
    line: int
    function: str
    reach: Reach


@dataclass(frozen=True, slots=True)
class CodeReach:
    """Lines in source order, and the reason why some are undecided, if any are."""

    lines: tuple[LineReach, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class _Piece:
    """Statements of which a run that executes the first executes all."""

    site: CheckSite
    first: Statement | Terminator
    lines: frozenset[tuple[str, int]]


def code_reach(
    program: Program, engine: Engine, solvers: SolverFactory, budget: Budget, on_event: Watcher
) -> CodeReach:
    """Return the reachability of each line of the functions that ``program`` may call.

    Requires: ``program`` was loaded for the property `EVERY_RUN`.
    """
    pieces = [piece for function in program.functions.values() for piece in _pieces_of(function)]
    goal = Goal(program, EVERY_RUN)
    sites = frozenset(piece.site for piece in pieces)
    markers = {id(piece.first): frozenset({piece.site}) for piece in pieces}
    reached = visited(goal, markers, sites, budget)
    left = sites - reached
    unreachable: frozenset[CheckSite] = frozenset()
    reason = ""
    if left:
        question = reaching(goal, markers, left)
        survey = decide(question, engine, DecisionOptions(stop_at_first=False), solvers, budget, Statistics(), on_event)
        reached |= {verdict.violated.site for verdict in survey.violations}
        unreachable = left & survey.proved
        reason = survey.obstacle.detail
    lines = tuple(_lines(pieces, reached, unreachable))
    is_decided = all(line.reach is not Reach.UNDECIDED for line in lines)
    return CodeReach(lines, "" if is_decided else reason)


def _pieces_of(function: Function) -> Iterator[_Piece]:
    """Yield the pieces of ``function``, at most one for each source position."""
    if function.name == START or function.span is None or function.span.is_library:
        return
    taken: set[Span] = set()
    for block in function.blocks.values():
        for located in _parts_of(block):
            marked = next(((statement, span) for statement, span in located if span not in taken), None)
            if marked is not None:
                first, span = marked
                taken.add(span)
                own_lines = [each.line for statement, each in located if not isinstance(statement, Goto)]
                lines = frozenset((span.file, line) for line in own_lines or [span.line])
                yield _Piece(CheckSite(CheckKind.REACHED, function.name, span), first, lines)


_Located = list[tuple[Statement | Terminator, Span]]


def _parts_of(block: Block) -> Iterator[_Located]:
    """Yield the user's statements of ``block``, cut after each that may be the last of a run."""
    located: _Located = []
    for statement in (*block.statements, block.terminator):
        span = statement.span
        if span is not None and not span.is_library:
            located.append((statement, span))
        if isinstance(statement, Call | Assume | Check):
            yield located
            located = []
    yield located


def _lines(pieces: list[_Piece], reached: set[CheckSite], unreachable: frozenset[CheckSite]) -> Iterator[LineReach]:
    """Yield every line with the reachability of its pieces; a function linked under two names
    counts once.
    """
    of_line: dict[tuple[str, int], list[_Piece]] = {}
    for piece in pieces:
        for line in piece.lines:
            of_line.setdefault(line, []).append(piece)
    for (file, number), there in sorted(of_line.items()):
        if any(piece.site in reached for piece in there):
            known = Reach.REACHED
        elif all(piece.site in unreachable for piece in there):
            known = Reach.UNREACHABLE
        else:
            known = Reach.UNDECIDED
        yield LineReach(file, number, there[0].site.function.partition("@")[0], known)
