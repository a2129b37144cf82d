"""Weak topological orders (Bourdoncle, 1993) of the locations of a control system, errors last.

The order is well-parenthesised: ``1 (2 3 4) 5``. A pair of parentheses is a component, its first
element the head. Every edge leads forward, or to the head of a component that contains its
source.
"""

from collections.abc import Iterator, Mapping, Sequence

from surefoot.base.records import dataclass, field
from surefoot.program.digraphs import reverse_postorder
from surefoot.systems.control.components import strongly_connected
from surefoot.systems.control.system import ENTRY, ControlSystem

ERROR = "an error"
"""Name of all errors together, the last element of every order."""


@dataclass(frozen=True, slots=True)
class Component:
    """A component: ``head`` and the other elements."""

    head: str
    rest: tuple["Element", ...]

    def __str__(self) -> str:
        return f"({' '.join([self.head, *map(str, self.rest)])})"

    def names(self) -> Iterator[str]:
        """Yield all locations of the component."""
        yield self.head
        for each in self.rest:
            yield from (each,) if isinstance(each, str) else each.names()


Element = str | Component


@dataclass(frozen=True, slots=True)
class NextPlace:
    """Next element of a traversal; ``is_back`` if it is the head of the component that was just
    passed.
    """

    name: str
    is_back: bool = False


@dataclass(slots=True)
class WeakOrder:
    """Order of ``elements``, which begin with the entry and end with `ERROR`."""

    elements: tuple[Element, ...]
    _next: dict[str, NextPlace] = field(default_factory=dict)
    _exit: dict[str, NextPlace] = field(default_factory=dict)
    _inside: dict[str, frozenset[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._place(self.elements, None)

    def __str__(self) -> str:
        return " ".join(map(str, self.elements))

    def next(self, name: str) -> NextPlace:
        """Return the successor of ``name``: the next element of its innermost component, or the
        head after the last one.

        Requires: ``name`` is not the last element
        """
        return self._next[name]

    def exit(self, head: str) -> NextPlace:
        """Return the successor of the component of ``head``."""
        return self._exit[head]

    def is_head(self, name: str) -> bool:
        """Return whether ``name`` is the head of a component."""
        return name in self._inside

    def inside(self, head: str) -> frozenset[str]:
        """Return the locations of the component of ``head``, including the head."""
        return self._inside[head]

    def _place(self, elements: Sequence[Element], after: NextPlace | None) -> None:
        """Record the successors of ``elements``; ``after`` is the successor of the last one."""
        for number, each in enumerate(elements):
            following = after if number + 1 == len(elements) else NextPlace(_first(elements[number + 1]))
            if isinstance(each, Component):
                self._inside[each.head] = frozenset(each.names())
                back = NextPlace(each.head, is_back=True)
                self._next[each.head] = NextPlace(_first(each.rest[0])) if each.rest else back
                self._place(each.rest, back)
                if following is not None:
                    self._exit[each.head] = following
            elif following is not None:
                self._next[each] = following


def _first(element: Element) -> str:
    return element if isinstance(element, str) else element.head


def weak_order(system: ControlSystem) -> WeakOrder:
    """Return a weak topological order of the reachable locations."""
    following = {
        name: tuple(dict.fromkeys(e.destination for e in system.edges_from(name) if isinstance(e.target, str)))
        for name in (ENTRY, *system.names)
    }
    ranks = {name: rank for rank, name in enumerate(reverse_postorder(ENTRY, following.__getitem__))}
    return WeakOrder((*_ordered(frozenset(ranks), following, ranks), ERROR))


def _ordered(
    members: frozenset[str], following: Mapping[str, Sequence[str]], ranks: Mapping[str, int]
) -> tuple[Element, ...]:
    found: list[Element] = []
    for component in reversed(strongly_connected(sorted(members, key=ranks.__getitem__), following, members)):
        head = min(component, key=ranks.__getitem__)
        if len(component) > 1 or head in following[head]:
            found.append(Component(head, _ordered(frozenset(component) - {head}, following, ranks)))
        else:
            found.append(head)
    return tuple(found)
