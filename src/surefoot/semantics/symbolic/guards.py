"""Path conditions with their history, so that joining two branches restores their common prefix."""

from surefoot.logic import TRUE, Term, and_, not_, or_


class Guard:
    """Path condition: the conjunction of ``condition`` and all conditions in ``parent``.

    Immutable; ``term`` is the whole conjunction.
    """

    __slots__ = ("condition", "depth", "parent", "term")

    def __init__(self, parent: "Guard | None", condition: Term) -> None:
        self.parent = parent
        self.condition = condition
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.term: Term = condition if parent is None else and_(parent.term, condition)

    def assume(self, condition: Term) -> "Guard":
        """Return this guard and ``condition``."""
        if condition is TRUE or condition is self.condition:
            return self
        return Guard(self, condition)

    def since(self, ancestor: "Guard") -> Term:
        """Return the conjunction of the conditions added after ``ancestor``."""
        conditions: list[Term] = []
        guard = self
        while guard is not ancestor:
            conditions.append(guard.condition)
            guard = guard.parent  # type: ignore[assignment]  # ancestor is reached before the root's None
        conditions.reverse()
        return and_(*conditions)


def initial_guard() -> Guard:
    """Return the guard of the start of a run."""
    return Guard(None, TRUE)


def join(left: Guard, right: Guard) -> tuple[Guard, Term]:
    """Return the guard of "left or right", and a condition that distinguishes them.

    Requires: left.term and right.term exclude each other.
    Ensures: joined.term <=> left.term or right.term, and under joined.term: condition <=> left.term
    """
    ancestor = _common_ancestor(left, right)
    only_left, only_right = left.since(ancestor), right.since(ancestor)
    either = TRUE if only_left is not_(only_right) else or_(only_left, only_right)
    condition = only_left if left.depth <= right.depth else not_(only_right)
    return ancestor.assume(either), condition


def _common_ancestor(left: Guard, right: Guard) -> Guard:
    a, b = left, right
    while a is not b:
        if a.depth >= b.depth:
            a = a.parent  # type: ignore[assignment]  # both chains end in the same root
        else:
            b = b.parent  # type: ignore[assignment]
    return a
