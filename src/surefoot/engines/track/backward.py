"""Failure slice: the decisions from which an abstract failure is reachable, found backward.

Along one abstract path there may be no run, although others to the same failure have some. The
slice has them all: other decisions lead to no failure.
"""

from collections.abc import Collection, Mapping

from surefoot.engines.track.tabulation import AbstractFailure, Context, TableNode, Tabulation

Decisions = Mapping[tuple[str, str], set[str]]
"""Successors that are kept, by function and block; others keep all."""


def decisions_towards(failures: Collection[AbstractFailure], tabulation: Tabulation) -> Decisions:
    """Return for blocks of functions the successors from which one of ``failures`` is reachable.

    Ensures: each run that fails one of the checks takes only these decisions, or those of blocks and
    functions without an entry.
    """
    kept = _kept(failures, tabulation)
    found: dict[tuple[str, str], set[str]] = {}
    for node in kept:
        if not node.point[1]:
            for before in _before(node, tabulation):
                if before in kept:
                    found.setdefault((node.context.function, before.point[0]), set()).add(node.point[0])
    return found


def _before(node: TableNode, tabulation: Tabulation) -> list[TableNode]:
    first = [] if node.before is None else [node.before]
    return [*first, *(each.before for each in tabulation.arrivals.get(node, ()))]


def _kept(failures: Collection[AbstractFailure], tabulation: Tabulation) -> dict[TableNode, None]:
    """Return the nodes on abstract paths to ``failures``, those inside of completed calls among them."""
    callers: dict[Context, list[TableNode]] = {
        context: [node for node, _, _ in context.waiting] for context in tabulation.contexts.values()
    }
    failing: dict[TableNode, None] = {}
    returning: dict[TableNode, None] = {}
    pending = [(each.node, True) for each in failures]
    while pending:
        node, fails = pending.pop()
        seen = failing if fails else returning
        if node in seen:
            continue
        seen[node] = None
        arrivals = [(node.before, node.exit), *((each.before, each.exit) for each in tabulation.arrivals.get(node, ()))]
        for before, left in arrivals:
            if before is None:  # the entry of the context
                pending += [(each, True) for each in callers[node.context]] if fails else []
                continue
            pending.append((before, fails))
            if left is not None:
                pending += [(each, False) for each in (left, *tabulation.alike.get(left, ()))]
    return {**failing, **returning}
