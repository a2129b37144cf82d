"""Obligations, formulas to be shown unsatisfiable, and the result of discharging them."""

from collections.abc import Callable, Mapping, Sequence

from surefoot.base.records import dataclass
from surefoot.logic import Evaluator, Term, default_value, variables_of
from surefoot.smt.contracts import TIME_LIMIT, Model


@dataclass(frozen=True, slots=True)
class Obligation:
    """A formula to be shown unsatisfiable; `description` states what a satisfying assignment means.

    `weaker` may be easier to show unsatisfiable.  Requires: `formula` implies `weaker`. Where the
    formula is a disjunction, `which` describes by the values of the symbols which disjunct is true.
    """

    description: str
    formula: Term
    which: Callable[[Evaluator], str] | None = None
    weaker: Term | None = None

    def described(self, values: Evaluator) -> str:
        """Return what `values` mean.  Requires: they satisfy the formula."""
        return self.description if self.which is None else f"{self.description} {self.which(values)}"


@dataclass(frozen=True, slots=True)
class Discharged:
    """All obligations are unsatisfiable; `by` names the solvers or tactics that showed it."""

    by: str


@dataclass(frozen=True, slots=True)
class Refuted:
    """The solver `by` found a model of an obligation, so the proof fails; `description` states its
    meaning.
    """

    description: str
    by: str

    def __str__(self) -> str:
        return f"{self.description} ({self.by} found a case)"


@dataclass(frozen=True, slots=True)
class Undischarged:
    """No solver decided `undecided` of `total` obligations; `reasons` are those of each solver."""

    reasons: Mapping[str, str]
    undecided: int
    total: int

    def __str__(self) -> str:
        timed_out = [name for name, reason in self.reasons.items() if reason == TIME_LIMIT]
        others = [f"{name} gave up ({reason})" for name, reason in self.reasons.items() if reason != TIME_LIMIT]
        parts = [f"{listed(timed_out)} timed out", *others] if timed_out else others
        return f"{listed(parts) or 'no solver'} on {self.undecided} of {self.total} obligation{'s' * (self.total != 1)}"


DischargeResult = Discharged | Refuted | Undischarged


def values_of(model: Model, *formulas: Term) -> Evaluator:
    """Return the values that `model` has for the symbols of `formulas`, with defaults for other
    symbols.

    Requires: `model` satisfies `formulas`.
    """
    mentioned = frozenset(variables_of(*formulas))
    return Evaluator(lambda symbol: model.value(symbol) if symbol in mentioned else default_value(symbol.sort))


def listed(names: Sequence[str]) -> str:
    """Return `names` as an English enumeration: "a, b and c"."""
    *first, last = names or ("",)
    return f"{', '.join(first)} and {last}" if first else last
