"""Instances of quantified invariants that a query assumes: those at the terms at which it reads or
writes arrays.
"""

from collections.abc import Mapping, Sequence

from surefoot.invariants.limits import LIMITS
from surefoot.logic import TRUE, Sort, Term
from surefoot.systems.control.quantified import QuantifiedInvariant, index_terms

KnownInstances = dict[QuantifiedInvariant, dict[Term, Term]]
"""Instances of quantified invariants by term, cached for repeated queries. A formula without
quantifier has one, at its bound symbol.
"""


def chosen_instances(
    quantified: Sequence[QuantifiedInvariant], formulas: Sequence[Term], instances: KnownInstances | None = None
) -> list[Term]:
    """Return instances of `quantified` that may matter to `formulas`, the most relevant first.
    `instances` is a cache.
    """
    places = index_terms(formulas) if quantified else {}
    instances = {} if instances is None else instances
    return list(dict.fromkeys(term for each in quantified for term in instances_at(places, each, instances)))


def instances_at(
    places: Mapping[Sort, Sequence[Term]], quantified: QuantifiedInvariant, instances: KnownInstances
) -> list[Term]:
    """Return the instances of `quantified` at the index terms `places` of its sort, without those
    that are trivially true. `instances` is a cache.
    """
    known = instances.get(quantified)
    if known is None:
        known = instances[quantified] = {quantified.bound: quantified.body} if quantified.is_plain else {}
    terms = (
        [quantified.bound]
        if quantified.bound in known
        else places.get(quantified.bound.sort, ())[: LIMITS.instance_terms]
    )
    for term in terms:
        if term not in known:
            known[term] = quantified.at(term)
    return [known[term] for term in terms if known[term] is not TRUE]
