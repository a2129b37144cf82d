"""A campaign for ring lemmas: random loops against all their states, and tampered evidence against its checker.

    PYTHONPATH=src:tests python -m differential.polynomial_campaign --from 0 --to 5000

Each loop is given to the search for equations. If it claims a proof, the checker has to accept the certificate and no run may fail. Then the lemmas of the certificate are
tampered with: one that some values show to be no identity has to be rejected, and a whole certificate that was tampered with and is still accepted has to be right. Whatever
is wrong is printed with its seed, and the exit code is 1.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

from differential.polynomial_systems import LOOP, Draft, draft_of
from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.certify.kernel.finding import Accepted
from surefoot.certify.kernel.k_inductive import check_system
from surefoot.certify.kernel.ring_arithmetic import is_identity
from surefoot.engines.ring import prove
from surefoot.evidence.certificates import KInductive
from surefoot.logic import Evaluator, Term, Value, bv, bvadd, bvmul, not_, variables_of
from surefoot.logic.ring.lemmas import Equation, Premise, RingLemma
from surefoot.smt.registry import SolverFactory

SEARCH_SECONDS = 1.0
SECONDS = 10.0
POINTS = 60
TAMPERINGS = 10
"""How many values to try a lemma with, and how often to tamper with each."""


def proof_of(draft: Draft) -> KInductive | None:
    """Return the certificate that the search finds for ``draft``, if it finds one that is about all of it."""
    states: dict[str, list[Evaluator]] = {LOOP: []}
    budget = Budget.seconds(SEARCH_SECONDS)
    try:
        found, certificate = prove(draft.system, {}, {}, states, SolverFactory(budget=budget), budget)
    except OutOfBudget:
        return None
    return None if found.failing else certificate


def is_accepted(draft: Draft, certificate: KInductive) -> bool:
    """Return whether the checker accepts ``certificate``."""
    budget = Budget.seconds(SECONDS)
    return isinstance(check_system(draft.system, certificate, SolverFactory(budget=budget), budget), Accepted)


def shown_wrong(lemma: RingLemma, random: Random) -> bool:
    """Return whether some values satisfy the conditions of ``lemma`` and show that its two sides differ."""
    symbols = variables_of(*_terms(lemma))
    width = lemma.conclusion.left.sort.width
    for _ in range(POINTS):
        values: dict[Term, Value] = {each: random.getrandbits(each.sort.width) for each in symbols}
        value = Evaluator(values.__getitem__).value
        if not all(value(each) for each in lemma.conditions):
            continue
        total = _number(value(lemma.conclusion.left)) - _number(value(lemma.conclusion.right))
        for each in lemma.premises:
            difference = _number(value(each.equation.left)) - _number(value(each.equation.right))
            total -= _number(value(each.multiplier)) * difference
        if total % (1 << width):
            return True
    return False


def tampered(lemma: RingLemma, random: Random) -> RingLemma:
    """Return ``lemma`` with one thing changed."""
    width = lemma.conclusion.left.sort.width
    odd = bv(random.randrange(1, 1 << width), width)
    position = random.randrange(len(lemma.premises)) if lemma.premises else None
    kind = random.choice(("multiplier", "factor", "equation", "dropped", "conclusion", "condition"))
    if kind == "condition" and lemma.conditions:
        flipped = [not_(each) for each in lemma.conditions]
        return replace(lemma, conditions=tuple(flipped))
    if position is None or kind in {"conclusion", "condition"}:
        return replace(lemma, conclusion=Equation(bvadd(lemma.conclusion.left, odd), lemma.conclusion.right))
    chosen = lemma.premises[position]
    match kind:
        case "multiplier":
            changed = [Premise(chosen.equation, bvadd(chosen.multiplier, odd))]
        case "factor":
            changed = [Premise(chosen.equation, bvmul(chosen.multiplier, odd))]
        case "equation":
            changed = [Premise(Equation(chosen.equation.left, bvadd(chosen.equation.right, odd)), chosen.multiplier)]
        case _:
            changed = []
    return replace(lemma, premises=(*lemma.premises[:position], *changed, *lemma.premises[position + 1 :]))


def tampered_certificates(certificate: KInductive, random: Random) -> Iterator[KInductive]:
    """Yield ``certificate`` without an invariant, with a changed one, and without a lemma."""
    for name, terms in certificate.invariants.items():
        yield replace(certificate, invariants={**certificate.invariants, name: terms[1:]})
        changed = _shifted(terms[0], random)
        if changed is not None:
            yield replace(certificate, invariants={**certificate.invariants, name: (changed, *terms[1:])})
    for name, lemmas in certificate.ring.items():
        yield replace(certificate, ring={**certificate.ring, name: lemmas[1:]})


def is_right(draft: Draft, certificate: KInductive) -> bool:
    """Return whether the invariants of ``certificate`` are inductive and exclude failures, tried on
    all states and inputs.
    """
    own = certificate.invariants.get(LOOP, ())
    for edge in draft.system.edges:
        source = draft.system.location(edge.source)
        symbols = (*source.symbols, *source.inputs)
        for values in product(range(1 << draft.width), repeat=len(symbols)):
            evaluator = Evaluator(dict(zip(symbols, values, strict=True)).__getitem__)
            held = own if edge.source == LOOP else ()
            if not all(evaluator.value(each) for each in (edge.guard, *held)):
                continue
            if edge.target == LOOP:
                after = {symbol: evaluator.value(value) for symbol, value in edge.update.items()}
                if not all(Evaluator(after.__getitem__).value(each) for each in own):
                    return False
            elif edge in draft.system.error_edges:
                return False
    return True


def _shifted(formula: Term, random: Random) -> Term | None:
    if len(formula.args) != 2 or not formula.args[0].sort.width:
        return None
    left, right = formula.args
    odd = bv(random.randrange(1, 1 << left.sort.width), left.sort.width)
    return Equation(bvadd(left, odd), right).formula


def _terms(lemma: RingLemma) -> list[Term]:
    premises = [term for each in lemma.premises for term in (each.equation.left, each.equation.right, each.multiplier)]
    return [*lemma.conditions, *premises, lemma.conclusion.left, lemma.conclusion.right]


def _number(value: Value) -> int:
    assert isinstance(value, int)
    return value


def complaints(seed: int, counts: Counter[str]) -> Iterator[str]:
    """Return the disagreements on the loop of ``seed``; ``counts`` counts the comparisons."""
    draft = draft_of(seed)
    random = Random(seed)
    counts["failing loops" if draft.fails else "safe loops"] += 1
    certificate = proof_of(draft)
    if certificate is None:
        return
    counts["proofs"] += 1
    if draft.fails:
        yield f"{seed}: a loop that fails was proved"
    if not is_accepted(draft, certificate):
        yield f"{seed}: the checker does not accept the proof"
    for lemma in (each for lemmas in certificate.ring.values() for each in lemmas):
        counts["lemmas"] += 1
        if shown_wrong(lemma, random) or not is_identity(lemma):
            yield f"{seed}: a lemma is wrong: {lemma}"
        for _ in range(TAMPERINGS):
            changed = tampered(lemma, random)
            if shown_wrong(changed, random):
                counts["tampered lemmas"] += 1
                if is_identity(changed):
                    yield f"{seed}: a tampered lemma is accepted: {changed}"
    if draft.width * len(draft.symbols) > 12:
        return
    for changed_certificate in tampered_certificates(certificate, random):
        counts["tampered certificates"] += 1
        if is_accepted(draft, changed_certificate) and not is_right(draft, changed_certificate):
            yield f"{seed}: a tampered certificate is accepted: {changed_certificate}"


def main() -> int:
    """Run the campaign."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--to", dest="last", type=int, default=5000)
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    is_wrong = False
    for seed in range(options.first, options.last):
        for complaint in complaints(seed, counts):
            is_wrong = True
            sys.stdout.write(f"{complaint}\n")
    told = ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
    sys.stdout.write(f"{told}\n")
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main())
