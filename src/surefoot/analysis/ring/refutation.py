"""Formulas are shown to be unsatisfiable by a solver that knows no products, and by lemmas that it gets where they matter.

The solver sees the formula without products (`linear`). A state that it offers takes one path through the formula; where the equations along that path imply
one that the state denies, that is a ring lemma, and the solver looks for another state. So ranges, comparisons and case splits are the
solver's, products are the ring's, and only paths are looked at that ranges and comparisons do not exclude.
"""

from collections.abc import Callable, Iterator, Sequence

from surefoot.analysis.ring.linear import Linearised
from surefoot.analysis.ring.membership import Combinations, Multipliers
from surefoot.analysis.ring.normal_forms import NormalForms
from surefoot.analysis.ring.paths import Path, Resolved, path_of
from surefoot.analysis.ring.polynomials import Polynomial
from surefoot.budget import Budget
from surefoot.logic import Evaluator, Term, bv, extract, sign_extend, zero_extend
from surefoot.logic.ring_lemmas import Equation, Premise, RingLemma
from surefoot.records import dataclass
from surefoot.solvers.contracts import Model, NoAnswer, Sat, Unsat
from surefoot.systems.control.solving import SystemSolver

MOST_LEMMAS = 60
"""How many lemmas one formula may take."""


@dataclass(frozen=True, slots=True)
class Refuted:
    """The formulas exclude each other; ``core`` are those of them that do."""

    core: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """Not shown; ``path`` is one along which products could not be excluded, or none if there was no answer."""

    path: Path


class RingSolver:
    """A solver of one control system with ring lemmas; what it learned for one formula it knows for the next."""

    def __init__(self, solver: SystemSolver, budget: Budget) -> None:
        self._solver = solver
        self._budget = budget
        self._linearised = Linearised()
        self._forms = NormalForms()
        self.lemmas: dict[str, list[RingLemma]] = {}
        """The lemmas that the solver knows, by the location whose symbols they are about."""

    def form_of(self, equation: Equation) -> Polynomial:
        """The polynomial that is zero where ``equation`` holds."""
        return self._forms.of(equation.left) - self._forms.of(equation.right)

    def refute(self, place: str, formulas: Sequence[Term]) -> Refuted | Open:
        """Show that ``formulas``, which are about the symbols of the location ``place``, exclude each other, if it can be shown."""
        assumptions = {self._linearised.of(each): each for each in formulas}
        for _ in range(MOST_LEMMAS):
            self._budget.spend()
            match self._solver.check(tuple(assumptions), purpose="ring"):
                case Unsat(core):
                    return Refuted(tuple(assumptions[each] for each in core if each in assumptions))
                case NoAnswer():
                    break
                case Sat(model):
                    state = _State(model, self._linearised)
                    path = path_of(formulas, state.holds)
                    lemma = self._lemma(path)
                    if lemma is None:
                        return Open(path)
                    self.lemmas.setdefault(place, []).append(lemma)
                    self._solver.add(self._linearised.of(lemma.clause))
        return Open(Path())

    def _lemma(self, path: Path) -> RingLemma | None:
        """A lemma that excludes the state of ``path``."""
        widths = [each.decided.left.sort.width for each in (*path.failing, *path.holding)]
        for width in dict.fromkeys(widths):
            hypotheses = [each for known in path.holding for each in _at_width(known, width)]
            combinations = Combinations([self.form_of(each.decided) for each in hypotheses], width)
            for goal in path.failing:
                if goal.decided.left.sort.width == width:
                    multipliers = combinations.of(self.form_of(goal.decided))
                    if multipliers is not None:
                        return _lemma(hypotheses, multipliers, goal.stated, goal.conditions)
            contradiction = combinations.of_a_constant()
            if contradiction is not None:
                constant, multipliers = contradiction
                return _lemma(hypotheses, multipliers, Equation(bv(constant, width), bv(0, width)), ())
        return None


def _lemma(
    hypotheses: Sequence[Resolved], multipliers: Multipliers, conclusion: Equation, conditions: tuple[Term, ...]
) -> RingLemma:
    used = [(hypotheses[number], each) for number, each in sorted(multipliers.items())]
    needed = dict.fromkeys((*conditions, *(each for known, _ in used for each in known.conditions)))
    premises = tuple(Premise(known.stated, each.term()) for known, each in used)
    return RingLemma(tuple(needed), premises, conclusion)


def _at_width(known: Resolved, width: int) -> Iterator[Resolved]:
    """What ``known`` says about values of ``width`` bits: a narrow equation is one of extensions, a wide one of low bits."""
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


class _State:
    """The values that a model of linearised formulas has."""

    def __init__(self, model: Model, linearised: Linearised) -> None:
        self._linearised = linearised
        self._evaluator = Evaluator(model.value)

    def holds(self, formula: Term) -> bool:
        """Whether ``formula`` is true in the state, whatever its products are taken for."""
        return bool(self._evaluator.value(self._linearised.of(formula)))
