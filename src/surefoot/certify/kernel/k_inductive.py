"""Re-checks a k-inductive proof from the program, with another solver, edge by edge.

Accepted when all of these are unsatisfiable:
    invariants  an edge, from the entry or under the invariants of its source, breaks one of its target, or leaves its target's domain
    universals  an edge breaks a universal of its target, in the same way
    base        some run fails a check or is undefined in its first k steps, or breaks a lemma at one of the first k locations that it passes
    step        from a state with the invariants and lemmas, k - 1 steps pass without failure to such states, and the
                next fails or breaks a lemma; or, if the proof goes loop by loop, the system with its loops summarised fails
For k = 1 without lemmas, base and step say that no edge to an error can be taken under the invariants.
Everywhere, instances of the universals are assumed together with the invariants: at what edges read and write, and at what invariants read.
"""

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass, replace
from surefoot.certify.kernel.finding import Finding, Rejected, finding_of
from surefoot.certify.kernel.quantified import DEEPEST, Telling, instances, misfit, universal_parts
from surefoot.discharge.obligation import Obligation
from surefoot.discharge.strategy import discharge
from surefoot.discharge.system_solver import RelevantFacts
from surefoot.evidence.certificates import KInductive
from surefoot.logic import BOOL, FALSE, Evaluator, Term, and_, not_, or_, variables_of
from surefoot.program.statements import CheckKind
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.loop_summaries import LoopSummaries
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Error
from surefoot.systems.control.unfolding import Unfolding
from surefoot.systems.control.universals import Choosing, Instantiated, Universal


def check_system(
    system: ControlSystem,
    certificate: KInductive,
    solvers: SolverFactory,
    budget: Budget,
    telling: Telling | None = None,
) -> Finding:
    """Whether ``certificate`` shows that ``system`` is safe, and does nothing undefined; if not, what fails, with formulas as ``telling`` has them."""
    wrong = _misfit(certificate, system)
    if wrong is not None:
        return Rejected(wrong)
    told = telling or partial(_as_smtlib, system)
    parts = []
    for part, simpler in zip(*(_all_parts(system, certificate, told, depth) for depth in (DEEPEST, 1)), strict=True):
        budget.spend()
        if part.formula is not FALSE:
            parts.append(part if simpler.formula is part.formula else replace(part, implied=simpler.formula))
    if not certificate.ring:
        return finding_of(discharge(parts, RelevantFacts(system).new_for, solvers, budget))
    from surefoot.certify.kernel.ring_lemmas import excluded_with, wrong_lemma  # few proofs need it

    wrong = wrong_lemma(system, certificate.ring)
    if wrong is not None:
        return Rejected(wrong)
    return excluded_with(certificate.ring, parts, system, solvers, budget)


def _all_parts(system: ControlSystem, certificate: KInductive, telling: Telling, depth: int) -> Iterator[Obligation]:
    """What must not happen, with instances of universals ``depth`` deep; the same parts for every depth, with fewer assumptions if it is smaller."""
    choosing = partial(instances, depth=depth)
    instantiated = Instantiated(system, certificate.universals, choosing).system
    yield from universal_parts(system, certificate.invariants, certificate.universals, telling, depth)
    yield from _Proof(instantiated, certificate, telling, choosing).parts()


def _as_smtlib(system: ControlSystem, name: str, stated: Term | Universal) -> str:
    from surefoot.evidence.certificate_text import printed, readable_names  # few proofs are wrong

    return printed(stated, readable_names(system, name))


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
    return misfit(certificate.universals, system)


@dataclass(frozen=True, slots=True)
class _Proof:
    """What ``certificate`` says about ``system``, in parts that can be checked."""

    system: ControlSystem
    certificate: KInductive
    telling: Telling
    choosing: Choosing

    def parts(self) -> Iterator[Obligation]:
        """Everything that must not happen."""
        for edge in self.system.transitions:
            yield self._invariant_part(edge)
        if self.certificate.loop_wise:
            failure = LoopSummaries(self.system).failure(self.certificate.k, self.certificate.invariants)
            yield Obligation("with its loops summarised, the program fails a check", failure)
            return
        yield from self._base()
        for name in self.system.names:
            yield from self._step_from(name)

    def _invariant_part(self, edge: Edge) -> Obligation:
        memo: dict[Term, Term] = {}
        domain = self.system.location(edge.destination).domain
        formulas = (domain, *self.certificate.invariants.get(edge.destination, ()))
        kept = [(formula, edge.after(formula, memo)) for formula in formulas]
        assumed = self.system.assumption(edge.source, self.certificate.invariants)
        known = self.choosing(self.certificate.universals.get(edge.source, ()), [after for _, after in kept])
        broken = and_(edge.guard, *assumed, *known, not_(and_(*(after for _, after in kept))))

        def which(values: Evaluator) -> str:
            first = next(formula for formula, after in kept if not values.value(after))
            return f"`{self.telling(edge.destination, first)}`"

        return Obligation(f"the edge {edge.source} -> {edge.destination} breaks", broken, which)

    def _base(self) -> Iterator[Obligation]:
        """Failures in the first steps from the entry. With k = 1 later steps start at a location and are not asked about twice."""
        unfolding = Unfolding(self.system, ENTRY, self.certificate.invariants)
        for number in range(1, self.certificate.k + 1):
            for error, failure in unfolding.layer(number).failures.items():
                yield Obligation(f"step {number} from the entry fails {_named(error)}", failure)
            yield self._lemma_part("the entry", unfolding, number)

    def _step_from(self, name: str) -> Iterator[Obligation]:
        k = self.certificate.k
        unfolding = Unfolding(self.system, name, self.certificate.invariants)
        kept = [not_(self._breaks_lemma(unfolding, number)) for number in range(k)]
        if self.certificate.simple_paths:
            kept += [not_(each) for each in _repetitions(unfolding, k)]
        for error, failure in unfolding.layer(k).failures.items():
            yield Obligation(f"step {k} from {name} fails {_named(error)}", and_(failure, *kept))
        part = self._lemma_part(name, unfolding, k)
        if part.formula is not FALSE:
            yield replace(part, formula=and_(part.formula, *kept))

    def _lemma_part(self, origin: str, unfolding: Unfolding, number: int) -> Obligation:
        def which(values: Evaluator) -> str:
            for name, arrival in unfolding.arrivals(number).items():
                for lemma in self.certificate.lemmas.get(name, ()):
                    if values.value(arrival.satisfies(not_(lemma))):
                        return f"`{self.telling(name, lemma)}` at {name}"
            return "a lemma"

        return Obligation(f"step {number} from {origin} breaks", self._breaks_lemma(unfolding, number), which)

    def _breaks_lemma(self, unfolding: Unfolding, number: int) -> Term:
        """Runs that are at a location after ``number`` steps and break a lemma there."""
        lemmas = self.certificate.lemmas
        arrivals = unfolding.arrivals(number).items() if lemmas else ()
        return or_(*(arrival.satisfies(not_(and_(*lemmas[name]))) for name, arrival in arrivals if name in lemmas))


def _repetitions(unfolding: Unfolding, k: int) -> list[Term]:
    """Runs that are in the same state at two of the locations that they pass in k - 1 steps."""
    return [
        later.equals(earlier[name])
        for earlier, after in combinations([unfolding.arrivals(number) for number in range(k)], 2)
        for name, later in after.items()
        if name in earlier
    ]


def _named(error: Error) -> str:
    where = f" ({error.span.file}:{error.span.line})" if error.span else ""
    is_told = error.kind is CheckKind.ERROR_CALL and error.text
    return f"{error.text if is_told else f'{error.kind.value} {error.text}'.rstrip()}{where}"
