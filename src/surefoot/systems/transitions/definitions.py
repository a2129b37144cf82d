"""Definitions of next states and temporaries in a transition relation.

A relation is rewritten, for fresh inputs c, as

    R(x, y, x')   <=>   exists c. (v1 = e1) and ... and (vn = en) and rest

where the v are next-state variables or inputs and occur neither in an e nor in the rest. An equation
``v = e`` defines v if that makes no definition circular. Implications ``g1 => v = e1``, ...,
``gn => v = en`` define v as ``ite(g1, e1, ... ite(gn, en, c))``; where two guards may hold at once,
the rest says that the values agree.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from surefoot.base.records import dataclass, field
from surefoot.logic import Term, and_, ite, not_, parts_of_conjunction, substitute, variable, variables_of
from surefoot.systems.limits import LIMITS
from surefoot.systems.transitions.relation_clauses import GuardedClause, Splitter, excludes, solutions


@dataclass(frozen=True, slots=True)
class SolvedRelation:
    """Definitions, whose values mention no defined variable, the rest, and the inputs that were added."""

    definitions: dict[Term, Term]
    rest: Term
    added: tuple[Term, ...]


def solve(
    relation: Term, following: Sequence[Term], inputs: Sequence[Term], name: Callable[[str], str]
) -> SolvedRelation:
    """Return ``relation`` with definitions of the next-state variables ``following``, preferably,
    and of ``inputs``; ``name`` makes names for added inputs.
    """
    splitter = Splitter({*following, *inputs}, frozenset(following), name)
    found: dict[Term, Term] = {}
    added: list[Term] = []
    rest = relation
    for _ in range(LIMITS.relation_rounds):
        targets = [each for each in (*following, *inputs) if each not in found]
        own = _Definitions({each: place for place, each in enumerate(targets)}, name)
        parts = own.define_by_equations(parts_of_conjunction(rest))
        if not own.values:
            parts = own.define_by_cases(clause for part in parts for clause in splitter.clauses(part))
        if not own.values:
            break
        values = own.resolved()
        memo: dict[Term, Term] = {}
        found = {each: substitute(value, values, memo) for each, value in found.items()} | values
        rest = and_(*(substitute(part, values, memo) for part in parts))
        added += own.free
    return SolvedRelation(found, rest, (*splitter.choices, *added))


@dataclass(slots=True)
class _Definitions:
    """Definitions of ``targets``, which have their order of preference; values may mention defined
    variables, but not in circles. ``free`` are inputs for values that no definition fixes.
    """

    targets: dict[Term, int]
    name: Callable[[str], str]
    values: dict[Term, Term] = field(default_factory=dict)
    free: list[Term] = field(default_factory=list)

    def define_by_equations(self, parts: Iterable[Term]) -> list[Term]:
        """Add definitions from equations; return the other parts."""
        rest = []
        for part in parts:
            candidates = [(each, value) for each, value in solutions(part) if each in self.targets]
            for each, value in sorted(candidates, key=lambda pair: self.targets[pair[0]]):
                if self._is_definable(each, value):
                    self.values[each] = value
                    break
            else:
                rest.append(part)
        return rest

    def define_by_cases(self, clauses: Iterable[GuardedClause]) -> list[Term]:
        """Add definitions from guarded equations; return the other clauses as formulas."""
        rest: list[Term] = []
        groups: dict[Term, list[tuple[GuardedClause, Term]]] = {}
        for clause in clauses:
            candidates = [(each, value) for each, value in solutions(clause.body) if each in self.targets]
            if candidates:
                each, value = min(candidates, key=lambda pair: self.targets[pair[0]])
                groups.setdefault(each, []).append((clause, value))
            else:
                rest.append(clause.formula)
        for each in sorted(groups, key=lambda symbol: self.targets[symbol]):
            group = groups[each]
            if self._is_definable(each, *(value for _, value in group), *(own.guard for own, _ in group)):
                self.values[each] = self._merged(each, group)
                rest += _agreements([clause for clause, _ in group])
            else:
                rest += (clause.formula for clause, _ in group)
        return rest

    def resolved(self) -> dict[Term, Term]:
        """Return the definitions with values that mention no defined variable."""
        done: dict[Term, Term] = {}
        memo: dict[Term, Term] = {}
        needs = {each: self._needs(value) for each, value in self.values.items()}
        stack = list(reversed(self.values))
        while stack:
            each = stack[-1]
            missing = [needed for needed in needs[each] if needed not in done]
            if each in done or not missing:
                stack.pop()
                if each not in done:
                    done[each] = substitute(self.values[each], done, memo)
            else:
                stack += missing
        return done

    def _is_definable(self, each: Term, *values: Term) -> bool:
        """Return whether ``each`` has no definition and a definition by ``values`` is not circular."""
        if each in self.values:
            return False
        seen: set[Term] = set()
        stack = [needed for value in values for needed in variables_of(value)]
        while stack:
            needed = stack.pop()
            if needed is each:
                return False
            if needed in self.values and needed not in seen:
                seen.add(needed)
                stack += variables_of(self.values[needed])
        return True

    def _needs(self, value: Term) -> list[Term]:
        return [each for each in variables_of(value) if each in self.values]

    def _merged(self, each: Term, group: Sequence[tuple[GuardedClause, Term]]) -> Term:
        """Return the value of ``each`` under the guards of ``group``, a fresh input elsewhere."""
        guards = [clause.guard for clause, _ in group]
        if and_(*(not_(guard) for guard in guards[:-1])) is guards[-1]:
            value = group[-1][1]
            group = group[:-1]
        else:
            value = variable(self.name(f"free {each.payload}"), each.sort)
            self.free.append(value)
        for clause, own in reversed(group):
            value = ite(clause.guard, own, value)
        return value


def _agreements(clauses: Sequence[GuardedClause]) -> Iterator[Term]:
    """Yield the clauses whose guard may hold beside an earlier one."""
    for place, clause in enumerate(clauses):
        if not all(excludes(clause.guards, before.guards) for before in clauses[:place]):
            yield clause.formula
