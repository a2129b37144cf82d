"""Certificate of tracked-variable summaries: valuations of a few variables at points of functions.

**Keys.** A *key* is a term of sort Bool or bit-vector over variables of the program, addresses of
global objects and functions, and symbols of `TrackedCell`. Usually it is one variable; a Boolean
key is a predicate. A key is *global* if all its variables are; other keys belong to the one
function whose parameters and locals they mention. A cell is a variable: global if its address
mentions no parameter and no local, else a local of the function whose variables its address
mentions.

**Valuations.** ``v`` denotes the set of states ``s`` with ``s(key) in ranges`` for every entry of
``v``. A key without entry has any value. Bounds are inclusive, bit-vectors unsigned, false is 0.

**Points.** Point ``(block, 0)`` is the entry of the block, and ``(block, i)`` the return of an
*entered* call that is statement ``i - 1`` of the block. A *segment* is a path from a point to the
next point or to a terminator without successor, of one block; skipped calls are inside segments.

**Calls.** The possible callees ``F`` of a call are its function, or those of `TrackedSummaries.
targets`. Let ``reach(F)`` be ``F`` and all functions that they may call, transitively. The call is
*skipped* iff no function of ``reach(F)`` has a check that the goal must exclude as a violation, no
statement of ``reach(F)`` may modify a variable of a global key, and no target of the call is a
variable of a key. All other calls are entered.

**Steps** of one statement, over-approximated, for the value of every key:

* Assign: exact; Havoc, ObjectSize, Call targets of skipped calls, variables of MakeStrings: any.
* Load: the symbol of a cell of the same address term and sort, otherwise any.
* Allocate: any value but null.
* Store: to the address term of a cell and of its sort, assigns the cell; every other cell that it
  may write (by the points-to analysis, under assumption A1) has any value afterwards. The same for
  Copy, Fill, Free, EndLifetime, and for calls, by the statements of ``reach(F)``.
* An assignment to a variable that a cell's address mentions gives the cell any value.
* Assume, Branch: restrict the states. A Check of a violation at a site that the goal does not
  ignore must hold for all states of the valuation; runs that fail an ignored one end. Any other
  Check restricts the states if runs end at its failure, and may be taken to have no effect.
* A skipped call leaves global keys as they are.

**Certificate.** With ``[v]`` for the states of ``v``, ``S`` for a segment, and disjunctions over
listed elements:

1. Start: initial values of globals and any arguments satisfy the ``entry`` of a context of the
   program's entry function.
2. Entry: for each context ``c``, ``c.entry => or [v]`` over ``v`` at ``(first block, 0)``.
3. Step: for each ``c``, listed ``v`` at a point, and segment ``S`` to point ``q``:
   ``[v] and S => or [w]`` over ``w`` at ``q``. If ``S`` ends in Return: ``=> or [e]`` over
   ``c.exits``, with ``e.results`` for the returned values and ``e.globals`` for the global keys.
4. Violations: ``[v] and S => condition`` for each Check of a violation on ``S``.
5. Entered call, for each possible callee ``f`` with the arguments ``a``: there is a set ``C`` of
   contexts of ``f`` with ``[v] and S => or [c.entry](parameters := a)`` over ``C``, and for each
   ``c`` of ``C`` and each exit ``e`` of ``c``, the states after the call are listed at
   ``(block, i)``: targets have ``e.results``, global keys ``e.globals`` (a key without entry: any),
   and all keys their former values unless a variable of theirs is a target, a global variable that
   ``reach(F)`` may modify, or a cell that ``reach(F)`` may write. So an exit need not state ranges
   of global keys that its callees keep. If `CallTargets.others`, also the states where targets are
   any and nothing else changes but cells that the arguments reach.

Then no run fails a check that is a violation, by induction on the length of the run; recursion
needs no special case, since contexts are closed under calls. Addresses of global objects and
functions are pairwise different and at least 4096.
"""

from collections.abc import Mapping

from surefoot.base.records import dataclass, field
from surefoot.logic import Sort, Symbol, SymbolKind, Term, variable

RangeUnion = tuple[tuple[int, int], ...]
"""Non-empty union of ranges of unsigned values: least and greatest, ascending, with gaps between."""

Valuation = tuple[tuple[int, RangeUnion], ...]
"""Ranges of some keys, by ascending index in `TrackedSummaries.keys`; other keys have any value."""

TrackedPoint = tuple[str, int]
"""Label of a block, and the index of the statement that is executed next."""


@dataclass(frozen=True, slots=True)
class TrackedCell:
    """Memory cell as a variable: ``symbol`` is the value at ``address``, with the size of its sort.

    ``symbol`` is `cell_symbol` of the cell's position in `TrackedSummaries.cells`.
    """

    symbol: Term
    address: Term


def cell_symbol(position: int, sort: Sort) -> Term:
    """Return the symbol for the value of a cell; it occurs in no program."""
    return variable(Symbol(SymbolKind.AUXILIARY, "tracked cell", position, f"cell {position}"), sort)


@dataclass(frozen=True, slots=True)
class StatementPoint:
    """Place of a statement by its index in the block; index -1 is the terminator."""

    function: str
    block: str
    index: int


@dataclass(frozen=True, slots=True)
class CallTargets:
    """Possible callees of a call through a pointer: ``functions`` of the program and, if
    ``others``, functions without a body.
    """

    functions: tuple[str, ...]
    others: bool


@dataclass(frozen=True, slots=True)
class TrackedExit:
    """States in which a call returns: ranges of global keys, and of results (`None`: any)."""

    globals: Valuation
    results: tuple[RangeUnion | None, ...]


@dataclass(frozen=True, slots=True)
class TrackedContext:
    """Calls of ``function`` in states of ``entry``, over global keys and keys of parameters.

    ``points`` has the valuations at reachable points. ``exits`` has the states of returns.
    """

    function: str
    entry: Valuation
    points: Mapping[TrackedPoint, tuple[Valuation, ...]]
    exits: tuple[TrackedExit, ...]


@dataclass(frozen=True, slots=True)
class TrackedSummaries:
    """Certificate: contexts of functions with valuations of ``keys`` that are closed under all
    steps and violate no check, as the docstring of this module states.

    ``targets`` has all calls through pointers in functions that have contexts or are reachable from
    them. ``solver`` decided the queries of the search.
    """

    keys: tuple[Term, ...]
    cells: tuple[TrackedCell, ...]
    contexts: tuple[TrackedContext, ...]
    targets: Mapping[StatementPoint, CallTargets] = field(default_factory=dict)
    solver: str = "rewriting"
