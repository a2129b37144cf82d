"""Refutation by abstraction and ring lemmas: products are abstracted, and lemmas about them are
added on demand.

A solver decides the formula without products (`product_abstraction`), at first only its Boolean
structure. A model of that takes one path through the formula. If the equations along the path imply
an equation that the model violates, the implication is a ring lemma; it is added, and the solver is
queried again. So ranges, comparisons and case splits are decided by the solver, products by the
ring.
"""

from collections.abc import Callable, Iterator, Sequence

from surefoot.base.budget import Budget
from surefoot.base.errors import invariant
from surefoot.base.records import dataclass, field, replace
from surefoot.discharge.limits import LIMITS
from surefoot.discharge.product_abstraction import ArithmeticAbstraction, Detail
from surefoot.discharge.system_solver import SystemSolver
from surefoot.logic import Evaluator, Op, Term, bv, extract, sign_extend, zero_extend
from surefoot.logic.ring.fitting import equalities, explanations
from surefoot.logic.ring.lemmas import Equation, Premise, RingLemma
from surefoot.logic.ring.membership import Combinations, Multipliers
from surefoot.logic.ring.normal_forms import NormalForms
from surefoot.logic.ring.paths import FormulaPath, Resolved, path_of
from surefoot.logic.ring.polynomials import Polynomial
from surefoot.smt.contracts import Model, NoAnswer, Sat, Unsat
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem


@dataclass(frozen=True, slots=True)
class RingRefutation:
    """The subset `core` of the formulas is unsatisfiable."""

    core: tuple[Term, ...]


class ModelState:
    """A model of abstracted formulas."""

    def __init__(self, model: Model, abstraction: ArithmeticAbstraction) -> None:
        self._abstraction = abstraction
        self._evaluator = Evaluator(model.value)

    @property
    def has_numbers(self) -> bool:
        """True if the abstraction keeps numbers."""
        return self._abstraction.detail is not Detail.CASES

    @property
    def has_products(self) -> bool:
        """True if the abstraction has symbols for products."""
        return self._abstraction.detail is Detail.PRODUCTS_AS_SYMBOLS

    def number(self, term: Term) -> int:
        """Return the value of a bit-vector."""
        value = self._evaluator.value(self._abstraction.of(term))
        invariant(isinstance(value, int), "a bit-vector has a number")
        return int(value)  # type: ignore[arg-type]

    def holds(self, formula: Term) -> bool:
        """Return whether the abstraction of `formula` is true in the model."""
        return bool(self._evaluator.value(self._abstraction.of(formula)))


@dataclass(frozen=True, slots=True)
class Open:
    """Not refuted; `path` is that of a model which no lemma excludes.

    Both are empty if no solver answered.
    """

    path: FormulaPath = field(default_factory=FormulaPath)
    state: ModelState | None = None


class RingSolver:
    """Refutation of formulas about one control system; lemmas are kept from one formula to the
    next.
    """

    def __init__(self, system: ControlSystem, solvers: SolverFactory, budget: Budget) -> None:
        self._budget = budget
        self._system = system
        self._forms = NormalForms()
        limited = replace(solvers, budget=budget, limits=replace(solvers.limits, seconds=LIMITS.ring_query_seconds))
        self._views = [(ArithmeticAbstraction(detail), SystemSolver(system, limited.new())) for detail in Detail]
        self._unanswered: dict[Detail, int] = dict.fromkeys(Detail, 0)
        self.lemmas: dict[str, list[RingLemma]] = {}
        """Lemmas in force, by the location whose symbols they are about."""

    def close(self) -> None:
        """Release the memory of the libraries."""
        for _, solver in self._views:
            solver.close()

    def form_of(self, equation: Equation) -> Polynomial:
        """Return the polynomial that is zero where `equation` holds."""
        return self._forms.of(equation.left) - self._forms.of(equation.right)

    def refute(self, place: str, formulas: Sequence[Term], *, with_equalities: bool = False) -> RingRefutation | Open:
        """Show that `formulas` are unsatisfiable together.

        Requires: `formulas` are about symbols of the location `place`. With `with_equalities`,
        lemmas may have the equality of two unknowns as a hypothesis, as at the end of many loops;
        the solver has to derive it.
        """
        unknown = Open()
        for abstraction, solver in self._views:
            if self._unanswered[abstraction.detail] >= LIMITS.ring_unanswered:
                continue
            assumptions = {abstraction.of(each): each for each in formulas}
            for _ in range(LIMITS.ring_lemmas):
                self._budget.spend()
                match solver.check(tuple(assumptions), purpose="ring"):
                    case Unsat(core):
                        return RingRefutation(tuple(assumptions[each] for each in core if each in assumptions))
                    case NoAnswer():
                        self._unanswered[abstraction.detail] += 1
                        break
                    case Sat(model):
                        state = ModelState(model, abstraction)
                        path = path_of(formulas, state.holds)
                        lemma = self._lemma(place, path, state, with_equalities=with_equalities)
                        if lemma is None or not self._learn(place, lemma):
                            unknown = Open(path, state)
                            break
        return unknown

    def sufficient(self, place: str, goal: Resolved, path: Open, *, with_equalities: bool) -> Iterator[Polynomial]:
        """Yield polynomials p such that p = 0 implies `goal` on a path from `place`.

        With `with_equalities`, also those that imply it together with an equality of unknowns that
        the model satisfies.
        """
        form = self.form_of(goal.decided)
        if path.state is None or not path.state.has_numbers:
            yield form
            return
        width = form.width
        known = [each for held in path.path.holding for each in _at_width(held, width)]
        explained = [self.form_of(each.decided) for each in self._explained(known, [goal], path.state)]
        simpler = Combinations(explained, width, solving=False).remainder(form)
        yield simpler
        if simpler != form:
            yield form
        others = self._symbols(place, width)
        for equation in equalities(simpler.unknowns, others, path.state.number) if with_equalities else ():
            yield simpler.replaced(equation.left, self._forms.of(equation.right))
            if equation.right.op is Op.VARIABLE:
                yield simpler.replaced(equation.right, self._forms.of(equation.left))

    def _symbols(self, place: str, width: int) -> list[Term]:
        """Return the state variables of `place` with `width` bits."""
        return [each for each in self._system.location(place).symbols if each.sort.width == width]

    def _learn(self, place: str, lemma: RingLemma) -> bool:
        """Add `lemma` to all solvers; return whether it is new."""
        known = self.lemmas.setdefault(place, [])
        if lemma in known:
            return False
        known.append(lemma)
        for abstraction, solver in self._views:
            solver.add(abstraction.of(lemma.clause))
        return True

    def _lemma(self, place: str, path: FormulaPath, state: ModelState, *, with_equalities: bool) -> RingLemma | None:
        """Return a lemma that excludes the model of `path`."""
        widths = [each.decided.left.sort.width for each in (*path.failing, *path.holding, *path.products)]
        for width in dict.fromkeys(widths):
            derived = (each for known in path.holding for each in _at_width(known, width))
            # without numbers, the state need not know that extensions and low bits of equal numbers are equal
            hypotheses = [each for each in derived if state.has_numbers or state.holds(each.stated.formula)]
            goals = [each for each in path.failing if each.decided.left.sort.width == width]
            found = self._combined(hypotheses, goals, width)
            if found is None and state.has_numbers:
                hypotheses += self._explained(hypotheses, goals, state)
                found = self._combined(hypotheses, goals, width)
                if found is None and with_equalities:
                    found = self._with_equality(place, hypotheses, goals, width, state)
            if found is not None:
                return found
            if state.has_products:
                products = [each for each in path.products if each.decided.left.sort.width == width]
                found = self._rewritten(hypotheses, products, width, state)
                if found is None and with_equalities:
                    found = self._rewritten_with_equality(place, hypotheses, products, width, state)
                if found is not None:
                    return found
        return None

    def _rewritten_with_equality(
        self, place: str, hypotheses: Sequence[Resolved], products: Sequence[Resolved], width: int, state: ModelState
    ) -> RingLemma | None:
        """Return what `_rewritten` does with one more hypothesis, an equality of unknowns that the
        model satisfies.
        """
        unknowns = dict.fromkeys(term for each in products for term in self._forms.of(each.decided.left).unknowns)
        for equation in equalities(tuple(unknowns), self._symbols(place, width), state.number):
            found = self._rewritten([*hypotheses, Resolved(equation, equation, ())], products, width, state)
            if found is not None:
                return found
        return None

    def _rewritten(
        self, hypotheses: Sequence[Resolved], products: Sequence[Resolved], width: int, state: ModelState
    ) -> RingLemma | None:
        """Return a lemma that equates a product with its remainder modulo `hypotheses`, if the
        model violates that.
        """
        forms = [self.form_of(each.decided) for each in hypotheses]
        simplify, combine = Combinations(forms, width, solving=False), Combinations(forms, width)
        for each in products:
            form = self._forms.of(each.decided.left)
            simpler = simplify.remainder(form).term()
            conclusion = Equation(each.stated.left, simpler)
            if state.holds(conclusion.formula):
                continue
            multipliers = combine.of(self.form_of(Equation(each.decided.left, simpler)))
            if multipliers is not None:
                return _lemma(hypotheses, multipliers, conclusion, each.conditions)
        return None

    def _combined(self, hypotheses: Sequence[Resolved], goals: Sequence[Resolved], width: int) -> RingLemma | None:
        """Return a lemma by which `hypotheses` imply one of `goals` or are contradictory."""
        combinations = Combinations([self.form_of(each.decided) for each in hypotheses], width)
        for goal in goals:
            multipliers = combinations.of(self.form_of(goal.decided))
            if multipliers is not None:
                return _lemma(hypotheses, multipliers, goal.stated, goal.conditions)
        contradiction = combinations.of_a_constant()
        if contradiction is None:
            return None
        constant, multipliers = contradiction
        return _lemma(hypotheses, multipliers, Equation(bv(constant, width), bv(0, width)), ())

    def _explained(
        self, hypotheses: Sequence[Resolved], goals: Sequence[Resolved], state: ModelState
    ) -> list[Resolved]:
        """Return equations that the model satisfies for the unknowns of `hypotheses` and `goals`,
        transitively.
        """
        found: dict[Equation, None] = {}
        seen: set[Term] = set()
        new = [*hypotheses, *goals]
        while new:
            unknowns = dict.fromkeys(term for each in new for term in self.form_of(each.decided).unknowns)
            fresh = [term for term in unknowns if term not in seen]
            seen.update(fresh)
            equations = list(explanations(fresh, state.number, self._forms.of))
            found.update(dict.fromkeys(equations))
            new = [Resolved(each, each, ()) for each in equations]
        return [Resolved(each, each, ()) for each in found]

    def _with_equality(
        self, place: str, hypotheses: Sequence[Resolved], goals: Sequence[Resolved], width: int, state: ModelState
    ) -> RingLemma | None:
        """Return a lemma with one more hypothesis, an equality of an unknown of a goal that the
        model satisfies.
        """
        unknowns = dict.fromkeys(term for each in goals for term in self.form_of(each.decided).unknowns)
        forms = [self.form_of(each.decided) for each in hypotheses]
        for equation in equalities(tuple(unknowns), self._symbols(place, width), state.number):
            combinations = Combinations([*forms, self.form_of(equation)], width)
            for goal in goals:
                multipliers = combinations.of(self.form_of(goal.decided))
                if multipliers is not None:
                    known = [*hypotheses, Resolved(equation, equation, ())]
                    return _lemma(known, multipliers, goal.stated, goal.conditions)
        return None


def _lemma(
    hypotheses: Sequence[Resolved], multipliers: Multipliers, conclusion: Equation, conditions: tuple[Term, ...]
) -> RingLemma:
    used = [(hypotheses[number], each) for number, each in sorted(multipliers.items())]
    needed = dict.fromkeys((*conditions, *(each for known, _ in used for each in known.conditions)))
    premises = tuple(Premise(known.stated, each.term()) for known, each in used)
    return RingLemma(tuple(needed), premises, conclusion)


def _at_width(known: Resolved, width: int) -> Iterator[Resolved]:
    """Yield `known` at `width` bits: a narrow equation is one of extensions, a wide one of low
    bits.
    """
    own = known.decided.left.sort.width
    if own == width:
        yield known
    elif own > width:
        yield _mapped(known, lambda term: extract(term, width - 1, 0))
    else:
        yield _mapped(known, lambda term: zero_extend(term, width))
        if own > 1:
            yield _mapped(known, lambda term: sign_extend(term, width))


def _mapped(known: Resolved, change: Callable[[Term], Term]) -> Resolved:
    stated, decided = known.stated, known.decided
    return Resolved(
        Equation(change(stated.left), change(stated.right)),
        Equation(change(decided.left), change(decided.right)),
        known.conditions,
    )
