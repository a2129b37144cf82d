"""Guesses about who holds the objects that loops make: one object holds another if its field points to it.

That no two objects hold the same one is said with the last one that got a pointer to it: whoever has such a pointer is that one. So all guesses are about single objects.
"""

from collections.abc import Iterator

from surefoot.analysis.universals.pool_variables import BOUND, PoolVariables
from surefoot.logic import Term, and_, bvule, bvult, eq, implies, not_, or_, select


def ownership_guesses(variables: PoolVariables) -> Iterator[list[list[Term]]]:
    """Guesses for every object; of one thing, the strongest first."""
    yield from _single_holders(variables)
    yield from _held_objects(variables)
    yield from ([[each]] for each in _ends(variables))


def _single_holders(variables: PoolVariables) -> Iterator[list[list[Term]]]:
    """The fields of no two objects lead to one object; what a variable points to is held by none."""
    for one in variables.holding:
        here = one.field.at(BOUND)
        is_last = eq(select(one.holders, here.instance), BOUND)
        for leads in here.cases():
            if_leads = and_(leads, one.exists(BOUND))
            yield [[implies(and_(leads, bvult(BOUND, one.made)), is_last)]]
            yield [[implies(if_leads, is_last)]]  # others may need it where the stronger one does not hold
            others = [each for each in variables.holding if each is not one and each.field.pool == one.field.pool]
            yield from ([[implies(if_leads, not_(other.holds(here.instance)))]] for other in others)
    for pointer in variables.pointers:
        for leads in pointer.cases():
            able = [each for each in variables.holding if pointer.may_lead_to(each.field.pool)]
            yield from ([[implies(leads, not_(each.holds(pointer.instance)))]] for each in able)


def _held_objects(variables: PoolVariables) -> Iterator[list[list[Term]]]:
    """What lives is held by something that lives, or by a variable."""
    for owner in variables.alive:
        lives = variables.lives(owner)
        pointers = [each for each in variables.pointers if each.may_lead_to(owner)]
        kept = [and_(leads, eq(each.instance, BOUND)) for each in pointers for leads in each.cases()]
        held = [each.holds(BOUND) for each in variables.holding if each.field.pool == owner]
        choices = [[each] for each in held] + ([held] if len(held) > 1 else [])
        for some in choices:
            yield [[implies(lives, or_(*some))], [implies(lives, or_(*some, *kept))]]


def _ends(variables: PoolVariables) -> Iterator[Term]:
    """Nothing lives; or nothing if a pointer leads nowhere; or only what is before, or after, the object that it leads to."""
    for owner in variables.alive:
        lives = variables.lives(owner)
        yield not_(lives)
        for pointer in variables.pointers:
            for leads in pointer.cases():
                yield implies(lives, leads)
                if pointer.may_lead_to(owner):
                    yield implies(and_(leads, lives), bvule(BOUND, pointer.instance))
                    yield implies(and_(leads, lives), bvule(pointer.instance, BOUND))
