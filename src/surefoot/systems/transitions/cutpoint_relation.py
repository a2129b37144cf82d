"""Control systems as relations, in the encoding of Bueno's thesis on EUFORIA (section 3.2.1).

Every location, and each of the ends of runs, is a Boolean state. Every operator application is an
input ``t = f(...)``, as in static single assignment form. With an input ``e`` for each edge:

    e = source & guard                                  for every edge e
    l' = or of the e that enter l                       for every location l
    x' = ite(l1' & e1, value1, ... ite(lk' & ek, valuek, x))

where e1, ..., ek are the edges that update x, and l1, ..., lk their targets. Ends are never left.
"""

from surefoot.base.text import FreshNames
from surefoot.logic import BOOL, Op, Term, and_, eq, implies, ite, not_, or_, postorder, rebuild, variable
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Error
from surefoot.systems.transitions.program_counter import StateSlots
from surefoot.systems.transitions.relation import RelationalSystem

_VIOLATION, _UNDEFINED, _EXIT = _ENDS = ("violation", "undefined", "exit")
_INLINE = frozenset({Op.VARIABLE, Op.CONSTANT, Op.NOT, Op.CONSTANT_ARRAY})


def cutpoint_relation(system: ControlSystem) -> RelationalSystem:
    """Return the relation whose property "no violation" ("no undefined") is violated iff a run of
    ``system`` violates the checked property (has undefined behaviour).
    """
    return _Encoding(system).relation()


class _Encoding:
    """Builder of the conjuncts."""

    def __init__(self, system: ControlSystem) -> None:
        names = FreshNames()
        places = (*(each.name for each in system.locations), *_ENDS)
        self._at = {each: variable(names.like(f"at {each}"), BOOL) for each in places}
        self._slots = StateSlots(system, names)
        self._names = names
        states = (*self._at.values(), *self._slots.changing, *self._slots.rigid)
        self._following = {each: variable(names.like(f"{each.payload}'"), each.sort) for each in states}
        self._temporaries: list[Term] = []
        self._conjuncts: list[Term] = []
        self._defined: dict[Term, Term] = {}

    def relation(self) -> RelationalSystem:
        taken = [self._named(and_(self._at[edge.source], edge.guard), "edge") for edge in self._slots.edges]
        self._control(taken)
        self._updates(taken)
        self._conjuncts += (eq(self._following[each], each) for each in self._slots.rigid)
        self._conjuncts += (implies(self._at[name], self._flat(each)) for name, each in self._slots.domains().items())
        others = (not_(at) for name, at in self._at.items() if name != ENTRY)
        return RelationalSystem(
            following=self._following,
            inputs=(*self._slots.inputs, *self._temporaries),
            constants=(),
            initial=and_(self._at[ENTRY], *others, self._slots.initially()),
            relation=and_(*self._conjuncts),
            properties={f"no {name}": not_(self._at[name]) for name in (_VIOLATION, _UNDEFINED)},
        )

    def _control(self, taken: list[Term]) -> None:
        """Add the equation of each location; a run that no edge continues ends."""
        edges = self._slots.edges
        stuck = [
            and_(at, *(not_(each) for edge, each in zip(edges, taken, strict=True) if edge.source == name))
            for name, at in self._at.items()
            if name not in _ENDS
        ]
        for name, at in self._at.items():
            entering = [each for edge, each in zip(edges, taken, strict=True) if _target(edge) == name]
            kept = [at] if name in _ENDS else []
            self._conjuncts.append(eq(self._following[at], or_(*entering, *kept, *(stuck if name == _EXIT else []))))

    def _updates(self, taken: list[Term]) -> None:
        """Add the equation of each state; one that an edge does not update keeps its value."""
        for state in self._slots.changing:
            value = state
            for edge, each in reversed(list(zip(self._slots.edges, taken, strict=True))):
                if state in edge.update:
                    arrived = and_(self._following[self._at[_target(edge)]], each)
                    value = ite(arrived, self._flat(edge.update[state]), value)
            self._conjuncts.append(eq(self._following[state], value))

    def _flat(self, term: Term) -> Term:
        """Return ``term`` with an input for each operator application."""
        for part in postorder([term]):
            if part not in self._defined:
                own = rebuild(part, tuple(self._defined[each] for each in part.args)) if part.args else part
                self._defined[part] = own if part.op in _INLINE or own.op in _INLINE else self._input(own, "t")
        return self._defined[term]

    def _named(self, term: Term, name: str) -> Term:
        flat = self._flat(term)
        return flat if flat in self._temporaries else self._input(flat, name)

    def _input(self, value: Term, name: str) -> Term:
        found = variable(self._names.like(name), value.sort)
        self._temporaries.append(found)
        self._conjuncts.append(eq(found, value))
        return found


def _target(edge: Edge) -> str:
    """Return the location or the end that ``edge`` enters."""
    match edge.target:
        case str(name):
            return name
        case Error(is_violation=True):
            return _VIOLATION
        case Error():
            return _UNDEFINED
        case _:
            return _EXIT
