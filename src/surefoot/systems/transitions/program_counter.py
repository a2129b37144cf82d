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


class _Encoding:
    """Builder of the states, inputs and steps."""

    def __init__(self, system: ControlSystem) -> None:
        self._control = system
        self._names = FreshNames()
        self._numbers = {each.name: number for number, each in enumerate(system.locations)}
        ends = len(self._numbers)
        self._pc = variable(self._names.like("pc"), bit_vector((ends + len(_ENDS) - 1).bit_length()))
        self._error, self._undefined, self._exit = (self._number(ends + offset) for offset in range(len(_ENDS)))
        self._slots: dict[Term, Term] = {}
        shared: dict[tuple[Referent, Sort], Term] = {}
        for location in system.locations:
            for each in location.variables:
                key = each.referent, each.symbol.sort
                if key not in shared:
                    shared[key] = self._like(each.symbol)
                self._slots[each.symbol] = shared[key]
        self._rigid = {symbol: self._like(symbol) for symbol in system.parameters}
        self._inputs = {symbol: self._like(symbol) for each in system.locations for symbol in each.inputs}
        self._renaming = {**self._slots, **self._rigid, **self._inputs}
        self._memo: dict[Term, Term] = {}
        self._edges = [self._renamed(edge) for edge in system.edges]

    def system(self) -> TransitionSystem:
        slots = tuple(dict.fromkeys(self._slots.values()))
        rigid = tuple(self._rigid.values())
        facts = [self._term(fact.formula) for fact in self._control.facts]
        domains = [implies(self._is_at(each.name), self._term(each.domain)) for each in self._control.locations]
        return TransitionSystem(
            states=(self._pc, *slots, *rigid),
            inputs=tuple(self._inputs.values()),
            initial=and_(self._is_at(ENTRY), *map(self._initially, slots), *facts),
            next={
                self._pc: self._next_pc(),
                **{state: self._next_value(state) for state in slots},
                **{state: state for state in rigid},
            },
            constraint=and_(*(each for each in domains if each is not TRUE)),
            bad={"violation": eq(self._pc, self._error), "undefined": eq(self._pc, self._undefined)},
        )

    def _renamed(self, edge: Edge) -> Edge:
        update = {self._slots[symbol]: self._term(value) for symbol, value in edge.update.items()}
        return Edge(edge.source, edge.target, self._term(edge.guard), update)

    def _term(self, term: Term) -> Term:
        return substitute(term, self._renaming, self._memo)

    def _like(self, symbol: Term) -> Term:
        return variable(self._names.like(str(symbol.payload)), symbol.sort)

    def _number(self, number: int) -> Term:
        return bv(number, self._pc.sort.width)

    def _is_at(self, name: str) -> Term:
        return eq(self._pc, self._number(self._numbers[name]))

    def _initially(self, state: Term) -> Term:
        """Return a value for a slot at the entry, where it is not read: the first that it gets, or
        zero.
        """
        if isinstance(state.sort, ArraySort):
            return TRUE
        updates = [edge.update for edge in self._edges if edge.source == ENTRY]
        given = [update[state] for update in updates if state in update and update[state].op is Op.CONSTANT]
        return eq(state, given[0] if given else constant(default_value(state.sort), state.sort))

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
