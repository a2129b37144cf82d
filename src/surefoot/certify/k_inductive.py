"""Re-checks a k-inductive proof from the program, with another solver, edge by edge.

Accepted when all of these are unsatisfiable:
    invariants  an edge, from the entry or under the invariants of its source, breaks one of its target, or leaves its target's domain
    base        some run fails a check or is undefined in its first k steps, or breaks a lemma at one of the first k locations that it passes
    step        from a state with the invariants and lemmas, k - 1 steps pass without failure to such states, and the
                next fails or breaks a lemma; or, if the proof goes loop by loop, the system with its loops summarised fails
For k = 1 without lemmas, base and step say that no edge to an error can be taken under the invariants.
"""

from collections.abc import Iterator
from itertools import combinations

from surefoot.budget import Budget
from surefoot.certify.confirm import Exclusion, Finding, Rejected, excluded
from surefoot.evidence.certificates import KInductive
from surefoot.logic import BOOL, FALSE, Term, and_, not_, or_, variables_of
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.control.loop_summaries import LoopSummaries
from surefoot.systems.control.solving import RelevantFacts
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Error
from surefoot.systems.control.unfolding import Unfolding


def check_system(system: ControlSystem, certificate: KInductive, solvers: SolverFactory, budget: Budget) -> Finding:
    """Whether ``certificate`` shows that ``system`` is safe, and does nothing undefined."""
    wrong = _misfit(certificate, system)
    if wrong is not None:
        return Rejected(wrong)
    parts = [part for part in _parts(certificate, system) if part.formula is not FALSE]
    return excluded(parts, RelevantFacts(system).new_for, solvers, budget)


def _misfit(certificate: KInductive, system: ControlSystem) -> str | None:
    """Why ``certificate`` cannot be about ``system`` at all."""
    if certificate.k < 1:
        return "k must be positive"
    if certificate.loop_wise and (certificate.lemmas or certificate.simple_paths):
        return "a proof that goes loop by loop has no lemmas and no simple paths"
    for name, terms in (*certificate.invariants.items(), *certificate.lemmas.items()):
        if name not in system or name == ENTRY:
            return f"the program has no location {name}"
        symbols = {*system.location(name).symbols, *system.parameters}
        for term in terms:
            if term.sort is not BOOL or not symbols.issuperset(variables_of(term)):
                return f"a formula for {name} is not about the variables there: {term}"
    return None


def _parts(certificate: KInductive, system: ControlSystem) -> Iterator[Exclusion]:
    for edge in system.transitions:
        yield Exclusion(f"{_told(edge)} breaks the invariant", _breaks_invariant(certificate, system, edge))
    if certificate.loop_wise:
        failure = LoopSummaries(system).failure(certificate.k, certificate.invariants)
        yield Exclusion("induction, loop by loop", failure)
        return
    yield from _base(certificate, system)
    for name in system.names:
        yield from _step_from(certificate, system, name)


def _breaks_invariant(certificate: KInductive, system: ControlSystem, edge: Edge) -> Term:
    memo: dict[Term, Term] = {}
    domain = system.location(edge.destination).domain
    kept = (edge.after(term, memo) for term in (domain, *certificate.invariants.get(edge.destination, ())))
    return and_(edge.guard, *system.assumption(edge.source, certificate.invariants), not_(and_(*kept)))


def _base(certificate: KInductive, system: ControlSystem) -> Iterator[Exclusion]:
    """Failures in the first steps from the entry. With k = 1 later steps start at a location and are not asked about twice."""
    unfolding = Unfolding(system, ENTRY, certificate.invariants)
    for number in range(1, certificate.k + 1):
        for error, failure in unfolding.layer(number).failures.items():
            yield Exclusion(f"base case: step {number} from the entry fails {_named(error)}", failure)
        yield Exclusion(
            f"base case: step {number} from the entry breaks a lemma", _breaks_lemma(certificate, unfolding, number)
        )


def _step_from(certificate: KInductive, system: ControlSystem, name: str) -> Iterator[Exclusion]:
    k = certificate.k
    unfolding = Unfolding(system, name, certificate.invariants)
    kept = [not_(_breaks_lemma(certificate, unfolding, number)) for number in range(k)]
    if certificate.simple_paths:
        kept += [not_(each) for each in _repetitions(unfolding, k)]
    for error, failure in unfolding.layer(k).failures.items():
        yield Exclusion(f"induction: step {k} from {name} fails {_named(error)}", and_(failure, *kept))
    broken = _breaks_lemma(certificate, unfolding, k)
    if broken is not FALSE:
        yield Exclusion(f"induction: step {k} from {name} breaks a lemma", and_(broken, *kept))


def _breaks_lemma(certificate: KInductive, unfolding: Unfolding, number: int) -> Term:
    """Runs that are at a location after ``number`` steps and break a lemma there."""
    arrivals = unfolding.arrivals(number).items() if certificate.lemmas else ()
    return or_(
        *(
            arrival.satisfies(not_(and_(*certificate.lemmas[name])))
            for name, arrival in arrivals
            if name in certificate.lemmas
        )
    )


def _repetitions(unfolding: Unfolding, k: int) -> list[Term]:
    """Runs that are in the same state at two of the locations that they pass in k - 1 steps."""
    return [
        later.equals(earlier[name])
        for earlier, after in combinations([unfolding.arrivals(number) for number in range(k)], 2)
        for name, later in after.items()
        if name in earlier
    ]


def _told(edge: Edge) -> str:
    return f"the edge from {edge.source} to {edge.destination}"


def _named(error: Error) -> str:
    where = f" at {error.span}" if error.span else ""
    return f"{error.text or error.kind.value}{where}"
