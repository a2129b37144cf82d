"""Control systems as transition systems: the location becomes a state ``pc``.

``pc`` is 0 at the entry; each location has a number, and so has each of the ends

    ERROR      a check that the property names failed
    UNDEFINED  a check failed after which behaviour is undefined
    EXIT       the run ended, or diverges without further effect

Ends are never left. Parameters are states that never change; state variables with the same referent
at several locations are one state.
"""

from surefoot.base.records import dataclass
from surefoot.base.text import FreshNames
from surefoot.logic import (
    TRUE,
    ArraySort,
    Op,
    Sort,
    Term,
    and_,
    bit_vector,
    bv,
    constant,
    default_value,
    eq,
    implies,
    ite,
    substitute,
    variable,
)
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Error, Exit, Referent
from surefoot.systems.transitions.transition_system import TransitionSystem

_ENDS = ("ERROR", "UNDEFINED", "EXIT")


@dataclass(frozen=True, slots=True)
class CountedSystem:
    """A transition system, and the names of the values of its ``pc``, from 0 on."""

    system: TransitionSystem
    locations: tuple[str, ...]


def with_program_counter(system: ControlSystem) -> CountedSystem:
    """Return the system that reaches the bad state "violation" iff a run of ``system`` violates the
    property, and "undefined" iff one has undefined behaviour.
    """
    locations = tuple(
        f"loop {each.name}" + (f" ({each.span})" if each.span else "") if each.name != ENTRY else each.name
        for each in system.locations
    )
    return CountedSystem(_Encoding(system).system(), (*locations, *_ENDS))


class StateSlots:
    """States and inputs of a transition system for ``control``, with names of their own.

    State variables with the same referent at several locations are one state.
    """

    def __init__(self, control: ControlSystem, names: FreshNames) -> None:
        self.control = control
        self._names = names
        self._slots: dict[Term, Term] = {}
        shared: dict[tuple[Referent, Sort], Term] = {}
        for location in control.locations:
            for each in location.variables:
                key = each.referent, each.symbol.sort
                if key not in shared:
                    shared[key] = self._like(each.symbol)
                self._slots[each.symbol] = shared[key]
        self._rigid = {symbol: self._like(symbol) for symbol in control.parameters}
        self._inputs = {symbol: self._like(symbol) for each in control.locations for symbol in each.inputs}
        self._renaming = {**self._slots, **self._rigid, **self._inputs}
        self._memo: dict[Term, Term] = {}
        self.edges = [self._renamed(edge) for edge in control.edges]

    @property
    def changing(self) -> tuple[Term, ...]:
        """The states that edges change."""
        return tuple(dict.fromkeys(self._slots.values()))

    @property
    def rigid(self) -> tuple[Term, ...]:
        """The states that never change: the parameters."""
        return tuple(self._rigid.values())

    @property
    def inputs(self) -> tuple[Term, ...]:
        """The inputs of all locations."""
        return tuple(self._inputs.values())

    def domains(self) -> dict[str, Term]:
        """Return the restrictions of states at the locations that have one."""
        found = {each.name: self.term(each.domain) for each in self.control.locations}
        return {name: domain for name, domain in found.items() if domain is not TRUE}

    def initially(self) -> Term:
        """Return the facts about parameters, and a value for each state at the entry, where it is
        not read: the first that it gets, or zero.
        """
        facts = [self.term(fact.formula) for fact in self.control.facts]
        return and_(*(self._first(state) for state in self.changing), *facts)

    def term(self, term: Term) -> Term:
        """Return ``term`` over the states and inputs."""
        return substitute(term, self._renaming, self._memo)

    def _first(self, state: Term) -> Term:
        if isinstance(state.sort, ArraySort):
            return TRUE
        updates = [edge.update for edge in self.edges if edge.source == ENTRY]
        given = [update[state] for update in updates if state in update and update[state].op is Op.CONSTANT]
        return eq(state, given[0] if given else constant(default_value(state.sort), state.sort))

    def _renamed(self, edge: Edge) -> Edge:
        update = {self._slots[symbol]: self.term(value) for symbol, value in edge.update.items()}
        return Edge(edge.source, edge.target, self.term(edge.guard), update)

    def _like(self, symbol: Term) -> Term:
        return variable(self._names.like(str(symbol.payload)), symbol.sort)


class _Encoding:
    """Builder of the steps."""

    def __init__(self, system: ControlSystem) -> None:
        names = FreshNames()
        self._numbers = {each.name: number for number, each in enumerate(system.locations)}
        ends = len(self._numbers)
        self._pc = variable(names.like("pc"), bit_vector((ends + len(_ENDS) - 1).bit_length()))
        self._error, self._undefined, self._exit = (self._number(ends + offset) for offset in range(len(_ENDS)))
        self._slots = StateSlots(system, names)
        self._edges = self._slots.edges

    def system(self) -> TransitionSystem:
        slots, rigid = self._slots.changing, self._slots.rigid
        domains = (implies(self._is_at(name), domain) for name, domain in self._slots.domains().items())
        return TransitionSystem(
            states=(self._pc, *slots, *rigid),
            inputs=self._slots.inputs,
            initial=and_(self._is_at(ENTRY), self._slots.initially()),
            next={
                self._pc: self._next_pc(),
                **{state: self._next_value(state) for state in slots},
                **{state: state for state in rigid},
            },
            constraint=and_(*domains),
            bad={"violation": eq(self._pc, self._error), "undefined": eq(self._pc, self._undefined)},
        )

    def _number(self, number: int) -> Term:
        return bv(number, self._pc.sort.width)

    def _is_at(self, name: str) -> Term:
        return eq(self._pc, self._number(self._numbers[name]))

    def _next_pc(self) -> Term:
        following = self._pc
        for name in self._numbers:
            target = self._exit
            for edge in self._edges:
                if edge.source == name:
                    target = ite(edge.guard, self._end_of(edge), target)
            following = ite(self._is_at(name), target, following)
        return following

    def _end_of(self, edge: Edge) -> Term:
        match edge.target:
            case Error(is_violation=True):
                return self._error
            case Error():
                return self._undefined
            case Exit():
                return self._exit
            case str(name):
                return self._number(self._numbers[name])

    def _next_value(self, state: Term) -> Term:
        """Return the value on arrival; a state that is no variable of the target keeps its value."""
        following = state
        for name in self._numbers:
            held = state
            for edge in self._edges:
                if edge.source == name and state in edge.update:
                    held = ite(edge.guard, edge.update[state], held)
            following = ite(self._is_at(name), held, following)
        return following
