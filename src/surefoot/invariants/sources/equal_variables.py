"""State variables that are always equal: copies of a value in parameters of nested calls.

Candidates are about one variable of each class. The classes are those of value numbering over the
edges (Alpern, Wegman, Zadeck, POPL 1988): at first all variables of a sort are equal, and classes
are split until every edge preserves them.
"""

from collections.abc import Iterable, Mapping

from surefoot.base.records import dataclass
from surefoot.logic import TRUE, Term, eq, substitute
from surefoot.systems.control.system import ControlSystem


@dataclass(frozen=True, slots=True)
class EqualVariables:
    """Variables of a location that always equal an earlier variable there, or a parameter."""

    firsts: Mapping[Term, Term]
    """The first variable of the class of each other variable."""
    parameters: Mapping[Term, Term]
    """The parameter that is always equal, of each first variable that has one."""

    def equations(self) -> list[Term]:
        """Return that the variables are equal."""
        return [eq(*pair) for pair in (*self.firsts.items(), *self.parameters.items())]

    def without_copies(self, candidates: Iterable[Term]) -> list[Term]:
        """Return `candidates` over first variables only."""
        memo: dict[Term, Term] = {}
        found = dict.fromkeys(substitute(each, self.firsts, memo) for each in candidates)
        return [each for each in found if each is not TRUE]


def equal_variables(system: ControlSystem) -> dict[str, EqualVariables]:
    """Return the equal variables of each location."""
    parameters = frozenset(system.parameters)
    found: dict[str, EqualVariables] = {}
    for name, own in _classes(system).items():
        firsts: dict[Term, Term] = {}
        for symbol in system.location(name).symbols:
            firsts.setdefault(own[symbol], symbol)
        copies = {
            symbol: first for symbol in system.location(name).symbols if (first := firsts[own[symbol]]) is not symbol
        }
        found[name] = EqualVariables(copies, {first: each for each, first in firsts.items() if each in parameters})
    return found


def _classes(system: ControlSystem) -> dict[str, dict[Term, Term]]:
    """Return for each location the representative of each variable's class; a parameter if the
    class has one.
    """
    members = {name: (*system.parameters, *system.location(name).symbols) for name in system.names}
    firsts: dict[str, dict[Term, Term]] = {}
    for name, own in members.items():
        by_sort: dict[object, Term] = {}
        firsts[name] = {each: by_sort.setdefault(each.sort, each) for each in own}
    is_stable = False
    while not is_stable:
        is_stable = True
        for name, own in members.items():
            edges = [(edge, firsts.get(edge.source, {}), dict[Term, Term]()) for edge in system.edges_into(name)]
            known: dict[tuple[Term, ...], Term] = {}
            split: dict[Term, Term] = {}
            for each in own:
                after = (substitute(edge.update.get(each, each), equal, memo) for edge, equal, memo in edges)
                split[each] = known.setdefault((firsts[name][each], *after), each)
            if split != firsts[name]:
                firsts[name], is_stable = split, False
    return firsts
