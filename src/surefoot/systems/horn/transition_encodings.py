"""Linear Horn clauses as transition systems, in the two encodings of Horn2VMT (Bueno, Sakallah,
HCVS 2020).

Each relation R has a state l_R, "R was derived", and a state for each of its parameters. With U for
false, the bad state is l_U.

    relational    a step takes a rule; states that its head does not have are unchanged: derived
                  relations stay derived
    functional    inputs act_i, exactly one of which is true, select the rule, and every state has a
                  next-state function; only the last derived relation is derived

In the functional encoding, a step may leave the state unchanged, because the constraint of a
transition system also binds the last state of a run.
"""

from collections.abc import Iterator

from surefoot.base.errors import UnsupportedError
from surefoot.base.records import dataclass
from surefoot.base.text import FreshNames
from surefoot.logic import BOOL, Term, and_, eq, ite, not_, or_, variable
from surefoot.systems.control.system import ENTRY
from surefoot.systems.formats.model import HornFile
from surefoot.systems.horn.linear import LinearRule, linear_locations, symbols_of
from surefoot.systems.transitions.relation import RelationalSystem
from surefoot.systems.transitions.transition_system import TransitionSystem

_FALSE = "false"


@dataclass(frozen=True, slots=True)
class _Taken:
    """A rule: its guard, and the values that it gives to states; ``derived`` is the state of its
    head.
    """

    guard: Term
    derived: Term
    update: dict[Term, Term]


class _Encoding:
    """The states and the rules over them."""

    def __init__(self, file: HornFile) -> None:
        if not file.system.is_linear:
            raise UnsupportedError(f"{file.file}: a clause needs several relations at once: no transition system does")
        self.names = FreshNames(str(each.payload) for each in symbols_of(file.system))
        self._locations = linear_locations(file)
        self.derived: dict[str | None, Term] = {
            place: variable(self.names.like(f"{place or _FALSE} is derived"), BOOL)
            for place in (*self._locations, None)
            if place != ENTRY
        }
        self.places = tuple(each for location in self._locations.values() for each in location.parameters)
        self.rules = [
            self._taken(name, known) for name, location in self._locations.items() for known in location.rules
        ]
        self.inputs = tuple(
            dict.fromkeys(
                each for location in self._locations.values() for known in location.rules for each in known.rule.inputs
            )
        )

    @property
    def states(self) -> tuple[Term, ...]:
        return (*self.derived.values(), *self.places)

    def initial(self) -> Term:
        return and_(*(not_(each) for each in self.derived.values()))

    def bad(self) -> dict[str, Term]:
        return {_FALSE: self.derived[None]}

    def _taken(self, source: str, known: LinearRule) -> _Taken:
        target = known.target
        guard = known.rule.guard if source == ENTRY else and_(self.derived[source], known.rule.guard)
        parameters = () if target is None else self._locations[target].parameters
        return _Taken(guard, self.derived[target], dict(zip(parameters, known.rule.results, strict=True)))


def functional(file: HornFile) -> TransitionSystem:
    """Return the functional encoding; raises `UnsupportedError` for clauses that are not linear."""
    encoding = _Encoding(file)
    idle = variable(encoding.names.like("act idle"), BOOL)
    acts = [variable(encoding.names.like(f"act {number}"), BOOL) for number in range(1, len(encoding.rules) + 1)]
    following: dict[Term, Term] = {}
    for state in encoding.states:
        if state in encoding.places:
            following[state] = state
            for act, rule in zip(acts, encoding.rules, strict=True):
                following[state] = ite(act, rule.update.get(state, state), following[state])
        else:
            own = [act for act, rule in zip(acts, encoding.rules, strict=True) if rule.derived is state]
            following[state] = ite(idle, state, or_(*own))
    guards = [or_(not_(act), rule.guard) for act, rule in zip(acts, encoding.rules, strict=True)]
    return TransitionSystem(
        encoding.states,
        (*encoding.inputs, idle, *acts),
        encoding.initial(),
        following,
        and_(*_exactly_one([idle, *acts]), *guards),
        encoding.bad(),
    )


def relational(file: HornFile) -> RelationalSystem:
    """Return the relational encoding; raises `UnsupportedError` for clauses that are not linear."""
    encoding = _Encoding(file)
    after = {each: variable(encoding.names.like(f"{each.payload}'"), each.sort) for each in encoding.states}
    steps = []
    for rule in encoding.rules:
        kept = [state for state in encoding.states if state is not rule.derived and state not in rule.update]
        changed = [eq(after[state], value) for state, value in rule.update.items()]
        steps.append(and_(rule.guard, after[rule.derived], *changed, *(eq(after[each], each) for each in kept)))
    properties = {f"no {name}": not_(bad) for name, bad in encoding.bad().items()}
    return RelationalSystem(after, encoding.inputs, (), encoding.initial(), or_(*steps), properties)


def _exactly_one(symbols: list[Term]) -> Iterator[Term]:
    yield or_(*symbols)
    for number, first in enumerate(symbols):
        yield from (not_(and_(first, second)) for second in symbols[number + 1 :])
