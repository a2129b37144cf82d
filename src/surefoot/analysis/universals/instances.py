"""Which instances of universals a prover assumes: those at the terms at which a question reads or writes arrays."""

from collections.abc import Sequence

from surefoot.logic import TRUE, Term
from surefoot.systems.control.universals import Universal, index_terms

MOST_TERMS = 16
"""Terms of one sort beyond these are left out."""


def chosen_instances(universals: Sequence[Universal], formulas: Sequence[Term]) -> list[Term]:
    """Instances of ``universals`` that may matter to ``formulas``, the first of which matter most; plain ones as they are."""
    places = index_terms(formulas) if universals else {}
    found: dict[Term, None] = {}
    for each in universals:
        terms = [each.bound] if each.is_plain else places.get(each.bound.sort, ())[:MOST_TERMS]
        found |= {each.at(term): None for term in terms}
    found.pop(TRUE, None)
    return list(found)
