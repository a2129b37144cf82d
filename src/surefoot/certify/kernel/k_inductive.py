"""Checker of k-inductive proofs (Sheeran, Singh, Stalmarck, FMCAD 2000), edge by edge, by another
solver.

The evidence is accepted if these obligations are unsatisfiable:
    invariants  an edge, from the entry or under the invariants of its source, violates one of its
                target or its domain
    quantified  an edge violates a quantified invariant of its target, likewise
    base        some run fails a check or has undefined behaviour in its first k steps, or violates a lemma at one of
                its first k locations
    step        from a state with the invariants and lemmas, k - 1 steps lead without failure to such states, and the
                next one fails or violates a lemma; loop by loop: the system with its loops
                summarised fails
For k = 1 without lemmas, base and step together state that no edge to an error is enabled under the
invariants.
Instances of the quantified invariants are assumed together with the invariants.

Inductive invariants of locations are derived from a k-inductive proof where that needs no
quantifier. If the property is k-inductive, then "no check fails in the next k - 1 steps" is
inductive. That is a formula about the state at a location if those steps have no inputs.
"""

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass, replace
from surefoot.certify.kernel.finding import Accepted, Finding, Rejected, finding_of
from surefoot.certify.kernel.quantified import FormulaPrinter, instances, mismatch, quantified_obligations
from surefoot.certify.limits import LIMITS
from surefoot.discharge.obligation import Obligation
from surefoot.discharge.strategy import discharge
from surefoot.discharge.system_solver import RelevantFacts
from surefoot.evidence.certificates import KInductive
from surefoot.logic import BOOL, FALSE, TRUE, Evaluator, Term, and_, dag_size, not_, or_, variables_of
from surefoot.program.statements import CheckKind
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.quantified import Choosing, Instantiated, QuantifiedInvariant
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Error
from surefoot.systems.control.unfolding import Unfolding


def check_system(
    system: ControlSystem,
    certificate: KInductive,
    solvers: SolverFactory,
    budget: Budget,
    printer: FormulaPrinter | None = None,
) -> Finding:
    """Check that `certificate` shows `system` safe and free of undefined behaviour; findings have
    formulas by `printer`.
    """
    wrong = _mismatch(certificate, system)
    if wrong is not None:
        return Rejected(wrong)
    printed = printer or partial(_as_smtlib, system)
    obligations = []
    for exact, weaker in zip(
        *(_obligations(system, certificate, printed, depth) for depth in (LIMITS.instance_depth, 1)), strict=True
    ):
        budget.spend()
        if exact.formula is not FALSE:
            has_weaker = weaker.formula is not exact.formula
            obligations.append(replace(exact, weaker=weaker.formula) if has_weaker else exact)
    if not certificate.ring:
        return finding_of(discharge(obligations, RelevantFacts(system).new_for, solvers, budget))
    from surefoot.certify.kernel.ring_lemmas import discharge_with, wrong_lemma  # few proofs need it

    wrong = wrong_lemma(system, certificate.ring)
    if wrong is not None:
        return Rejected(wrong)
    return discharge_with(certificate.ring, obligations, system, solvers, budget)


def _obligations(
    system: ControlSystem, certificate: KInductive, printer: FormulaPrinter, depth: int
) -> Iterator[Obligation]:
    """Yield the obligations, with instances of quantified invariants `depth` deep.

    Ensures: the same number and order for every depth; obligations of a smaller depth are implied.
    """
    choosing = partial(instances, depth=depth)
    instantiated = Instantiated(system, certificate.quantified, choosing).system
    yield from quantified_obligations(system, certificate.invariants, certificate.quantified, printer, depth)
    yield from _Proof(instantiated, certificate, printer, choosing).obligations()


def _as_smtlib(system: ControlSystem, name: str, stated: Term | QuantifiedInvariant) -> str:
    from surefoot.evidence.certificate_text import printed, readable_names  # few proofs are wrong

    return printed(stated, readable_names(system, name))


def _mismatch(certificate: KInductive, system: ControlSystem) -> str | None:
    """Return the reason why ``certificate`` cannot be about ``system``; `None` if it can."""
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
    return mismatch(certificate.quantified, system)


@dataclass(frozen=True, slots=True)
class _Proof:
    """Obligations of `certificate` about `system`."""

    system: ControlSystem
    certificate: KInductive
    printer: FormulaPrinter
    choosing: Choosing

    def obligations(self) -> Iterator[Obligation]:
        """Yield the obligations without those of quantified invariants."""
        for edge in self.system.transitions:
            yield self._of_edge(edge)
        if self.certificate.loop_wise:
            from surefoot.systems.control.loop_summaries import LoopSummaries  # most proofs are about edges

            failure = LoopSummaries(self.system).failure(self.certificate.k, self.certificate.invariants)
            yield Obligation("with its loops summarised, the program fails a check", failure)
            return
        yield from self._base()
        for name in self.system.names:
            yield from self._step_from(name)

    def _of_edge(self, edge: Edge) -> Obligation:
        memo: dict[Term, Term] = {}
        domain = self.system.location(edge.destination).domain
        formulas = (domain, *self.certificate.invariants.get(edge.destination, ()))
        kept = [(formula, edge.after(formula, memo)) for formula in formulas]
        assumed = self.system.assumption(edge.source, self.certificate.invariants)
        known = self.choosing(self.certificate.quantified.get(edge.source, ()), [after for _, after in kept])
        broken = and_(edge.guard, *assumed, *known, not_(and_(*(after for _, after in kept))))

        def which(values: Evaluator) -> str:
            first = next(formula for formula, after in kept if not values.value(after))
            return f"`{self.printer(edge.destination, first)}`"

        return Obligation(f"the edge {edge.source} -> {edge.destination} violates", broken, which)

    def _base(self) -> Iterator[Obligation]:
        """Yield the obligations of the base case."""
        unfolding = Unfolding(self.system, ENTRY, self.certificate.invariants)
        for number in range(1, self.certificate.k + 1):
            for error, failure in unfolding.layer(number).failures.items():
                yield Obligation(f"step {number} from the entry fails {_named(error)}", failure)
            yield self._of_lemmas("the entry", unfolding, number)

    def _step_from(self, name: str) -> Iterator[Obligation]:
        k = self.certificate.k
        unfolding = Unfolding(self.system, name, self.certificate.invariants)
        kept = [not_(self._violates_lemma(unfolding, number)) for number in range(k)]
        if self.certificate.simple_paths:
            kept += [not_(each) for each in _repetitions(unfolding, k)]
        for error, failure in unfolding.layer(k).failures.items():
            yield Obligation(f"step {k} from {name} fails {_named(error)}", and_(failure, *kept))
        part = self._of_lemmas(name, unfolding, k)
        if part.formula is not FALSE:
            yield replace(part, formula=and_(part.formula, *kept))

    def _of_lemmas(self, origin: str, unfolding: Unfolding, number: int) -> Obligation:
        def which(values: Evaluator) -> str:
            for name, arrival in unfolding.arrivals(number).items():
                for lemma in self.certificate.lemmas.get(name, ()):
                    if values.value(arrival.satisfies(not_(lemma))):
                        return f"`{self.printer(name, lemma)}` at {name}"
            return "a lemma"

        return Obligation(f"step {number} from {origin} violates", self._violates_lemma(unfolding, number), which)

    def _violates_lemma(self, unfolding: Unfolding, number: int) -> Term:
        """Return the condition of runs that violate a lemma at the location they reach after
        `number` steps.
        """
        lemmas = self.certificate.lemmas
        arrivals = unfolding.arrivals(number).items() if lemmas else ()
        return or_(*(arrival.satisfies(not_(and_(*lemmas[name]))) for name, arrival in arrivals if name in lemmas))


def _repetitions(unfolding: Unfolding, k: int) -> list[Term]:
    """Return conditions of runs that are in one state twice within k - 1 steps."""
    return [
        later.equals(earlier[name])
        for earlier, after in combinations([unfolding.arrivals(number) for number in range(k)], 2)
        for name, later in after.items()
        if name in earlier
    ]


def _named(error: Error) -> str:
    where = f" ({error.span.file}:{error.span.line})" if error.span else ""
    has_text = error.kind is CheckKind.ERROR_CALL and error.text
    return f"{error.text if has_text else f'{error.kind.value} {error.text}'.rstrip()}{where}"


def location_invariants(
    system: ControlSystem, certificate: KInductive, solvers: SolverFactory, budget: Budget
) -> KInductive | None:
    """Return a proof with k = 1 that shows what `certificate` does, checked likewise; `None` if
    there is none.

    Requires: `certificate` was accepted for `system`.
    """
    if certificate.k == 1 and not certificate.lemmas and not certificate.simple_paths and not certificate.loop_wise:
        return certificate
    if certificate.loop_wise or certificate.simple_paths:
        return None
    share = budget.at_most(LIMITS.derived_invariant_seconds)
    try:
        stated = {name: _stated(certificate, system, name) for name in system.names}
        known = {name: terms for name, terms in stated.items() if terms}
        if any(terms is None for terms in stated.values()):
            return None
        candidate = replace(certificate, k=1, invariants=known, lemmas={})
        finding = check_system(system, candidate, replace(solvers, budget=share), share)
    except OutOfBudget:  # the proof stands without them
        return None
    return candidate if isinstance(finding, Accepted) else None


def _stated(certificate: KInductive, system: ControlSystem, name: str) -> tuple[Term, ...] | None:
    """Return what holds at `name` and that no check fails in the next k - 1 steps, if the state
    decides that.
    """
    unfolding = Unfolding(system, name, certificate.invariants)
    symbols = {*system.location(name).symbols, *system.parameters}
    failure = or_(*(unfolding.layer(number).failure for number in range(1, certificate.k)))
    if dag_size(failure) > LIMITS.derived_invariant_terms or not symbols.issuperset(variables_of(failure)):
        return None
    passes = not_(failure)
    known = (*certificate.invariants.get(name, ()), *certificate.lemmas.get(name, ()))
    return known if passes is TRUE else (*known, passes)
