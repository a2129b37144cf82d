"""Instances of quantified invariants that a query assumes: those at the terms at which it reads or writes arrays."""

from collections.abc import Mapping, Sequence

from surefoot.invariants.limits import LIMITS
from surefoot.logic import TRUE, Sort, Term
from surefoot.systems.control.universals import Universal, index_terms

KnownInstances = dict[Universal, dict[Term, Term]]
"""Instances of quantified invariants by term, cached for repeated queries. A plain formula has one, at
its bound symbol.
"""


def chosen_instances(
    universals: Sequence[Universal], formulas: Sequence[Term], made: KnownInstances | None = None
) -> list[Term]:
    """Return instances of `quantified` that may matter to `formulas`, the most relevant first.
    `instances` is a cache.
    """
    places = index_terms(formulas) if universals else {}
    made = {} if made is None else made
    return list(dict.fromkeys(term for each in universals for term in instances_at(places, each, made)))


def instances_at(places: Mapping[Sort, Sequence[Term]], universal: Universal, made: KnownInstances) -> list[Term]:
    """Return the instances of `quantified` at `places` of its sort, without valid ones. `instances` is a cache."""
    known = made.get(universal)
    if known is None:
        known = made[universal] = {universal.bound: universal.body} if universal.is_plain else {}
    terms = (
        [universal.bound] if universal.bound in known else places.get(universal.bound.sort, ())[: LIMITS.instance_terms]
    )
    for term in terms:
        if term not in known:
            known[term] = universal.at(term)
    return [known[term] for term in terms if known[term] is not TRUE]
