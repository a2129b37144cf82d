"""A solver whose models are not believed: each is evaluated on every formula in force."""
# ruff: noqa: D102 - the methods are documented where their protocol is

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from surefoot.logic import Evaluator, Term
from surefoot.smt.contracts import Answer, Model, Sat, Solver


class WrongModel(AssertionError):
    """A solver answered Sat with an assignment under which ``formula`` is false."""

    def __init__(self, solver: str, formula: Term) -> None:
        super().__init__(f"{solver} gave a model in which {formula} is false")
        self.solver = solver
        self.formula = formula


class CheckedSolver:
    """``inner``, whose `check` raises `WrongModel` instead of returning a model that does not
    satisfy.
    """

    def __init__(self, inner: Solver) -> None:
        self._inner = inner
        self._scopes: list[list[Term]] = [[]]

    @property
    def name(self) -> str:
        return self._inner.name

    def add(self, formula: Term) -> None:
        self._scopes[-1].append(formula)
        self._inner.add(formula)

    def check(self, assumptions: Sequence[Term] = (), *, purpose: str = "") -> Answer:
        answer = self._inner.check(assumptions, purpose=purpose)
        if isinstance(answer, Sat):
            self._evaluate(answer.model, assumptions)
        return answer

    @contextmanager
    def scope(self) -> Iterator[None]:
        with self._inner.scope():
            self._scopes.append([])
            try:
                yield
            finally:
                self._scopes.pop()

    def close(self) -> None:
        self._inner.close()

    def _evaluate(self, model: Model, assumptions: Sequence[Term]) -> None:
        evaluator = Evaluator(model.value, model.apply)
        for formulas in (*self._scopes, assumptions):
            for formula in formulas:
                if evaluator.value(formula) is not True:
                    raise WrongModel(self.name, formula)
