"""Which instances of universals a prover assumes: those at the terms at which a question reads or writes arrays.

Instances may read arrays elsewhere (what was copied from the other end), so the terms at which the first ones read give further ones.
"""

from collections.abc import Sequence

from surefoot.logic import TRUE, Sort, Term
from surefoot.systems.control.universals import Universal, index_terms
from surefoot.systems.pools import INSTANCE

ROUNDS = 2
MOST_TERMS = 16
"""Terms of one sort beyond these are left out."""


def chosen_instances(universals: Sequence[Universal], formulas: Sequence[Term]) -> list[Term]:
    """Instances of ``universals`` that may matter to ``formulas``; plain ones as they are."""
    found = {each.body: None for each in universals if each.is_plain}
    quantified = [each for each in universals if not each.is_plain]
    used: dict[Sort, dict[Term, None]] = {}
    waiting = list(formulas)
    for _ in range(ROUNDS if quantified else 0):
        new: list[Term] = []
        for sort, terms in index_terms(waiting).items():
            known = used.setdefault(sort, {})
            if known and sort is INSTANCE:  # where links of links lead matters rarely, and there are many
                continue
            fresh = [term for term in terms if term not in known][: MOST_TERMS - len(known)]
            known |= dict.fromkeys(fresh)
            new += [each.at(term) for each in quantified if each.bound.sort is sort for term in fresh]
        waiting = [each for each in new if each not in found]
        found |= dict.fromkeys(waiting)
    found.pop(TRUE, None)
    return list(found)
