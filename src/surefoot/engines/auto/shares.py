"""How long the turns of engines are, compared with each other, by what the program is about.

An engine with share s of shares that are S together waits for (S - s) / s times as long as it works: about four times at most, for those that mostly decide such programs.
"""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from surefoot.evidence.claims import EndsSeen
from surefoot.systems.encode.encoding import Encoding, NotEncodable

MOSTLY_CONTROL = ((200, 10), (60, 25))
"""A program is mostly control if its system has so many terms, and one of so many computes at most: those with few terms must compute less."""


class Purpose(Enum):
    """What a lane is for."""

    BOUNDED = "bounded model checking"
    NUMERIC = "bounded model checking by boxes of floats"
    AT_ONCE = "unrolling at once"
    COVERING = "runs on inputs that are changed where that leads to something new"
    INDUCTIVE = "k-induction"
    CLAUSES = "Horn clauses"
    SUMMARISED = "pre- and postconditions, where functions have one copy for all their calls"
    POLYNOMIAL = "polynomial equations"
    INTEGERS = "invariants of integers, guessed"
    DIRECTED = "sample runs and IC3"
    UNINTERPRETED = "IC3 over uninterpreted functions"
    GRAPH = "labels of a graph of all paths"
    LONG = "long runs"


Shares = Mapping[Purpose, float]
"""How long turns are, compared with each other."""
USUAL: Shares = MappingProxyType(
    {
        Purpose.BOUNDED: 1.0,
        Purpose.NUMERIC: 1 / 2,
        Purpose.AT_ONCE: 3 / 2,
        Purpose.COVERING: 1 / 4,
        Purpose.INDUCTIVE: 2 / 3,
        Purpose.CLAUSES: 1.0,
        Purpose.SUMMARISED: 1.0,
        Purpose.POLYNOMIAL: 1 / 2,
        Purpose.INTEGERS: 1.0,
        Purpose.DIRECTED: 4 / 3,
        Purpose.UNINTERPRETED: 1.0,
        Purpose.GRAPH: 1.0,
        Purpose.LONG: 2.0,
    }
)
AT_FIRST: Shares = MappingProxyType({**USUAL, Purpose.BOUNDED: 1 / 2})
"""What takes bounded model checking longer is mostly proved by k-induction, and soon."""
WITH_POOLS: Shares = MappingProxyType({**USUAL, Purpose.INDUCTIVE: 5 / 2, Purpose.LONG: 1.0})
"""Where loops make objects IC3 has no turn, and bounded model checking and long runs find violations soon or hardly ever."""
WITH_ARRAYS: Shares = MappingProxyType({**USUAL, Purpose.INDUCTIVE: 2.0, Purpose.DIRECTED: 4 / 5, Purpose.LONG: 3.0})
"""Where loops go through arrays, invariants mostly speak of all cells, and only k-induction knows such: it has some of IC3's time. Runs through large ones want one turn, not two."""
WITH_CONTROL: Shares = MappingProxyType(
    {
        **USUAL,
        Purpose.BOUNDED: 5 / 4,
        Purpose.AT_ONCE: 1 / 2,
        Purpose.COVERING: 1 / 8,
        Purpose.INDUCTIVE: 1 / 8,
        Purpose.DIRECTED: 1 / 4,
        Purpose.UNINTERPRETED: 7 / 4,
        Purpose.GRAPH: 5 / 2,
        Purpose.LONG: 1 / 2,
    }
)
"""Where a program decides more than it computes, and long runs go round in circles."""
WITH_ENDS, OTHERS_WITH_ENDS = 4.0, 1 / 2
"""How long the turns are of who has followed all runs to their ends, and how much of theirs the others have: one question is left, which is mostly decided in seconds."""
WITH_ALL_ENDS = MappingProxyType({EndsSeen.BOUND_BY_BOUND: Purpose.BOUNDED, EndsSeen.AT_ONCE: Purpose.AT_ONCE})
"""Who that is."""


def with_ends(shares: Shares, seen: EndsSeen) -> Shares:
    """The same where all runs were followed to their ends."""
    others = {purpose: OTHERS_WITH_ENDS * share for purpose, share in shares.items()}
    return {**others, WITH_ALL_ENDS[seen]: WITH_ENDS, Purpose.COVERING: shares[Purpose.COVERING]}


def shares_for(translation: Encoding | NotEncodable | None) -> Shares:
    """How long turns are, once something is known of the program."""
    if has_pools(translation):
        return WITH_POOLS
    if is_mostly_control(translation):
        return WITH_CONTROL
    return WITH_ARRAYS if goes_through_arrays(translation) else USUAL


def shares_bodies(translation: Encoding | NotEncodable | None) -> bool:
    """Whether functions have one copy for all their calls."""
    return translation is not None and not isinstance(translation, NotEncodable) and translation.shares_bodies


def has_pools(translation: Encoding | NotEncodable | None) -> bool:
    """Whether loops make objects."""
    return translation is not None and not isinstance(translation, NotEncodable) and not translation.is_exact


def goes_through_arrays(translation: Encoding | NotEncodable | None) -> bool:
    """Whether states at loop heads have arrays."""
    if translation is None or isinstance(translation, NotEncodable):
        return False
    from surefoot.systems.control.universals import has_arrays

    return has_arrays(translation.system)


def is_mostly_control(translation: Encoding | NotEncodable | None) -> bool:
    """Whether a program decides more than it computes, and there is much to decide."""
    if translation is None or isinstance(translation, NotEncodable) or not translation.is_exact:
        return False
    from surefoot.systems.control.features import features_of

    features = features_of(translation.system)
    return any(
        features.terms >= least and features.computations * computing <= features.terms
        for least, computing in MOSTLY_CONTROL
    )


def is_about_numbers(translation: Encoding | NotEncodable | None) -> bool:
    """Whether numbers decide what happens, and not arrays, objects that loops make or a state that is passed on."""
    if translation is None or isinstance(translation, NotEncodable) or not translation.system.names:
        return False
    return not (has_pools(translation) or goes_through_arrays(translation) or is_mostly_control(translation))


def has_rounds(translation: Encoding | NotEncodable | None) -> bool:
    """Whether there is a loop whose rounds are edges from a location to itself."""
    if translation is None or isinstance(translation, NotEncodable):
        return False
    return any(edge.source == edge.target for edge in translation.system.transitions)
