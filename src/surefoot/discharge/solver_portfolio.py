"""Tactic "portfolio": several solvers share the obligations, in time slices that grow.

What is hard for one solver is often easy for another, so every solver gets a short slice before any
gets a long one: round r has slices of `first_seconds * growth**r`, the preferred solver `growth`
times as much. In each slice the open obligations are presented as one disjunction, one by one, and
one by one with comparisons split into cases.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing

from surefoot.base.budget import Budget, cpu_seconds
from surefoot.base.enums import Enum
from surefoot.base.records import replace
from surefoot.discharge.case_by_case import OpenCases, SmallQueries, decide_alone, with_confirmed_splits
from surefoot.discharge.few_values import has_few_values
from surefoot.discharge.limits import LIMITS
from surefoot.discharge.obligation import Discharged, DischargeResult, Obligation, Refuted, Undischarged, values_of
from surefoot.discharge.product_abstraction import has_wide_arithmetic
from surefoot.logic import Op, Term, or_, postorder
from surefoot.smt.contracts import TIME_LIMIT, Answer, Model, NoAnswer, Sat, Solver, Unsat, Use
from surefoot.smt.registry import BITS, BOXES, SolverFactory

EXACT_RANGES = "exact ranges"
_FLOAT_PRODUCTS = frozenset({Op.FP_MUL, Op.FP_DIV})
_PURPOSE = "certificate"


class _Presentation(Enum):
    """Form in which open obligations are presented to a solver.

    `bits` gets the disjunction only where it enumerates values. Otherwise it decides obligations
    one by one, those about early steps of a run first, and reuses the clauses that it learned.
    """

    TOGETHER = "all at once"
    SEPARATE = "one by one"
    SPLIT = "one by one, with comparisons split into cases"


def discharge_by_portfolio(
    obligations: Sequence[Obligation],
    facts: Sequence[Term],
    solvers: SolverFactory,
    budget: Budget,
    first_slice: float,
) -> DischargeResult:
    """Discharge `obligations` under `facts`: by weaker formulas first, then by time slices."""
    formula = or_(*(each.formula for each in obligations))
    names = order_of_solvers(formula, solvers.confirming)
    preferred = next(each for each in names if solvers.main == BOXES or each != EXACT_RANGES)
    rest = _remaining_after_weaker(obligations, facts, preferred, solvers, budget)
    if not rest:
        return Discharged(preferred)
    with ExitStack() as opened:
        slices = {name: opened.enter_context(closing(_SlicedSolver(name, facts, solvers, budget))) for name in names}
        result = _Rounds(rest, facts, slices, preferred, solvers, budget, first_slice).result()
    if len(rest) < len(obligations) and isinstance(result, Discharged) and result.by != preferred:
        return Discharged(f"{preferred} and {result.by}")
    return replace(result, total=len(obligations)) if isinstance(result, Undischarged) else result


def _remaining_after_weaker(
    obligations: Sequence[Obligation], facts: Sequence[Term], name: str, solvers: SolverFactory, budget: Budget
) -> list[Obligation]:
    """Return the obligations that remain after the solver `name` has decided their weaker formulas.

    An obligation whose weaker formula is unsatisfiable is discharged. After the first query without
    an answer, the solver is not queried again.
    """
    rest: list[Obligation] = []
    is_slow = False
    for each in obligations:
        if each.weaker is None or is_slow:
            rest.append(each)
            continue
        with closing(_SlicedSolver(name, facts, solvers, budget)) as sliced:
            sliced.begin_slice(LIMITS.weaker_seconds)
            answer = sliced.decide(each.weaker)
        is_slow = isinstance(answer, NoAnswer)
        if not isinstance(answer, Unsat):
            rest.append(each)
    return rest


class _Rounds:
    """Rounds of time slices for `obligations`, until all of them are discharged or one is
    satisfiable.
    """

    def __init__(
        self,
        obligations: Sequence[Obligation],
        facts: Sequence[Term],
        sliced: "dict[str, _SlicedSolver]",
        preferred: str,
        solvers: SolverFactory,
        budget: Budget,
        first_slice: float,
    ) -> None:
        self._obligations = obligations
        self._facts = facts
        self._sliced = sliced
        self._preferred = preferred
        self._solvers = solvers
        self._budget = budget
        self._first_slice = first_slice
        self._reasons = dict.fromkeys(sliced, TIME_LIMIT)
        self._open = list(range(len(obligations)))
        self._apart = [each.formula for each in obligations]
        self._split: list[Term] = []
        self._cases: dict[str, dict[Term, OpenCases]] = {}
        self._together = set(sliced) if len(obligations) > 1 else set()
        self._has_few_values = has_few_values(or_(*self._apart))
        self._contributors: dict[str, None] = {}

    def result(self) -> DischargeResult:
        """Run the rounds."""
        for name, seconds in self._slices():
            if self._reasons[name] != TIME_LIMIT:
                continue
            for presentation in self._presentations(name):
                result = self._attempt(name, presentation, seconds)
                if result is not None:
                    return result
                if self._reasons[name] != TIME_LIMIT or self._budget.is_over():
                    break
            if self._budget.is_over() or TIME_LIMIT not in self._reasons.values():
                break
        return Undischarged(self._reasons, len(self._open), len(self._obligations))

    def _slices(self) -> Iterator[tuple[str, float]]:
        """Yield solvers with the seconds of their slices, round by round."""
        seconds = LIMITS.first_seconds
        while True:
            for name in self._sliced:
                yield name, seconds * (LIMITS.growth if name == self._preferred else 1.0)
            seconds *= LIMITS.growth

    def _presentations(self, name: str) -> Iterator[_Presentation]:
        if name in self._together:
            yield _Presentation.TOGETHER
        yield _Presentation.SEPARATE
        if name != EXACT_RANGES:
            if not self._split:
                self._split = with_confirmed_splits(self._apart, self._solvers, self._budget)
            if self._split != self._apart:
                yield _Presentation.SPLIT

    def _attempt(self, name: str, presentation: _Presentation, seconds: float) -> DischargeResult | None:
        """Give one slice to the solver `name`; `None` if obligations stay open."""
        is_together = presentation is _Presentation.TOGETHER
        is_one_query = is_together and (name != BITS or self._has_few_values)
        if is_one_query:
            queries, pending = [or_(*(self._apart[number] for number in self._open))], [0]
        else:
            queries = self._split if presentation is _Presentation.SPLIT else self._apart
            pending = self._open
        is_by_cases = presentation is _Presentation.SEPARATE and name != EXACT_RANGES
        before = len(pending)
        is_first = is_together and name == self._preferred
        self._sliced[name].begin_slice(max(seconds, self._first_slice) if is_first else seconds)
        obstacle = self._discharge_in_order(name, queries, pending, is_by_cases=is_by_cases)
        if len(pending) < before:
            self._contributors[name] = None
        if obstacle is None:
            return Discharged(" and ".join(self._contributors))
        query, answer = obstacle
        if isinstance(answer, Sat):
            return self._refuted(name, query, answer.model, seconds)
        self._reasons[name] = answer.reason
        if name != BITS:  # `bits` continues where its slice ended
            self._together.discard(name)
        return None

    def _discharge_in_order(
        self, name: str, queries: Sequence[Term], pending: list[int], *, is_by_cases: bool
    ) -> tuple[Term, Sat | NoAnswer] | None:
        """Remove the unsatisfiable queries from `pending`, up to the first that is not; return that
        and its answer.
        """
        sliced = self._sliced[name]
        known = self._cases.setdefault(name, {})
        while pending:
            query = queries[pending[0]]
            if is_by_cases and query not in known:
                known[query] = OpenCases(query)
            cases = known.get(query) if is_by_cases else None
            if cases is not None and cases.are_many:
                answer = sliced.decide_by_cases(query, cases)
            else:
                answer = sliced.decide(query)
            if not isinstance(answer, Unsat):
                return query, answer
            del pending[0]
        return None

    def _refuted(self, name: str, query: Term, model: Model, seconds: float) -> Refuted:
        """Return the result for the first obligation that a solver satisfies within `seconds`, or
        else for the first that `model` satisfies.
        """
        number, description = self._failing(model, query)
        with closing(self._solvers.open_confirming(name, Use.INCREMENTAL, self._budget.at_most_cpu(seconds))) as solver:
            for fact in self._facts:
                solver.add(fact)
            for each in self._obligations[:number]:
                answer = solver.check([each.formula], purpose="certificate: what fails")
                if isinstance(answer, Sat):
                    return Refuted(each.described(values_of(answer.model, *self._facts, each.formula)), name)
        return Refuted(description, name)

    def _failing(self, model: Model, query: Term) -> tuple[int, str]:
        """Return the first obligation that `model` satisfies.

        Requires: `model` satisfies `query`.
        """
        values = values_of(model, query)
        for number, each in enumerate(self._obligations):
            if values.value(each.formula):
                return number, each.described(values)
        return len(self._obligations), "some obligation does not hold"


class _SlicedSolver:
    """The solver `name`, or exact ranges, whose queries share one time slice.

    The time of queries that are answered case by case does not count.

    `bits` stays open over all slices: obligations share most of their terms, whose clauses and
    learned clauses are kept. Other solvers are opened anew for each query, because they preprocess
    a single query better.
    """

    def __init__(self, name: str, facts: Sequence[Term], solvers: SolverFactory, budget: Budget) -> None:
        self._name = name
        self._facts = facts
        self._solvers = solvers
        self._whole_budget = budget
        self._end = 0.0
        self._budget = Budget(0.0, lambda: cpu_seconds() - self._end, budget.pause, budget, budget.begun)
        self._kept: Solver | None = None

    def begin_slice(self, seconds: float) -> None:
        """Allow the queries from now on `seconds` of CPU time in all."""
        self._end = cpu_seconds() + seconds

    def decide(self, formula: Term) -> Answer:
        """Decide whether `formula` is satisfiable together with the facts."""
        if self._name == EXACT_RANGES:
            from surefoot.discharge.exact_ranges import decide_by_exact_ranges  # few programs compute with floats

            return decide_by_exact_ranges(formula, self._facts, self._budget)
        if self._name == BITS:
            self._kept = self._kept or self._opened(Use.INCREMENTAL, self._budget)
            return self._kept.check([formula], purpose=_PURPOSE)
        return decide_alone(formula, self._opened, self._budget, purpose=_PURPOSE)

    def decide_by_cases(self, formula: Term, cases: OpenCases) -> Answer:
        """Decide `formula`, at the first call as a whole, and if that fails by its open `cases`."""
        begun = cpu_seconds()
        if not cases.has_closed_easy_cases:
            answer = self._decide_whole(formula, cases.seconds_for_whole(self._name))
            if isinstance(answer, NoAnswer):
                with closing(SmallQueries(self._name, self._opened, self._whole_budget, purpose=_PURPOSE)) as small:
                    cases.close_easy(small.decide)
            self._end += cpu_seconds() - begun
            begun = cpu_seconds()
            if not isinstance(answer, NoAnswer):
                return answer
        with closing(self._opened(Use.INCREMENTAL, self._budget)) as solver:
            answer = cases.decide(solver, purpose=_PURPOSE)
        if isinstance(answer, Unsat):
            self._end += cpu_seconds() - begun
        return answer

    def _decide_whole(self, formula: Term, seconds: float) -> Answer:
        if self._name != BITS:
            return decide_alone(formula, self._opened, self._whole_budget.at_most_cpu(seconds), purpose=_PURPOSE)
        end = self._end
        self.begin_slice(seconds)
        answer = self.decide(formula)
        self._end = end
        return answer

    def _opened(self, use: Use, budget: Budget) -> Solver:
        solver = self._solvers.open_confirming(self._name, use, budget)
        for fact in self._facts:
            solver.add(fact)
        return solver

    def close(self) -> None:
        """Close the solver that stayed open."""
        if self._kept is not None:
            self._kept.close()


def order_of_solvers(formula: Term, names: Sequence[str]) -> tuple[str, ...]:
    """Return `names` in the order of their slices.

    Exact ranges come first where floats are multiplied. `bits` is the fastest unless wide words are
    multiplied or divided and many values are possible; then it is the last.
    """
    is_hard = has_wide_arithmetic([formula]) and not has_few_values(formula)
    ordered = sorted(names, key=lambda name: (name == BITS) == is_hard)
    multiplies_floats = any(term.op in _FLOAT_PRODUCTS for term in postorder([formula]))
    return (EXACT_RANGES, *ordered) if multiplies_floats else tuple(ordered)
