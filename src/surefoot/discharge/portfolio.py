"""Asks solvers other than the one that found a proof whether they agree; where floats are computed, exact ranges are asked, too."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from enum import Enum

from surefoot.base.budget import Budget, cpu_seconds
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass, replace
from surefoot.discharge.case_by_case import OpenCases, SmallQueries
from surefoot.discharge.few_values import leaves_few_values
from surefoot.discharge.linear_integers import MOST_MISSED, has_multiples, is_excluded_in_integers, solver_of_integers
from surefoot.discharge.small_numbers import with_small_numbers
from surefoot.evidence.certificates import REWRITING
from surefoot.logic import FALSE, TRUE, Evaluator, Op, Term, default_value, or_, postorder, variables_of
from surefoot.logic.transformations.fewer_bits import with_fewer_bits
from surefoot.semantics.symbolic.unrolling import Ending
from surefoot.smt.contracts import TIME_LIMIT, Answer, Model, NoAnswer, Sat, Solver, Unsat, Use
from surefoot.smt.registry import BOXES, SolverFactory
from surefoot.systems.closed_forms.accelerated_rounds import LeaptRounds


@dataclass(frozen=True, slots=True)
class Accepted:
    """The evidence holds; ``by`` names what checked it, ``ending`` tells how the runs of a complete unrolling end, and ``leaps`` which rounds were in closed form."""

    by: str
    ending: Ending = Ending.BOUNDED
    leaps: tuple[LeaptRounds, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejected:
    """The evidence does not hold."""

    reason: str


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """It was not found out whether the evidence holds."""

    reason: str


Finding = Accepted | Rejected | Unconfirmed

FIRST_SECONDS = 0.25
GROWTH = 4.0
"""How long a solver may work at first, and how much longer each time that none has an answer. So much longer may the one that is asked first work than the others, too."""
SIMPLER_SECONDS = 4.0
"""How long a solver may work on a simpler formula."""


EXACT_RANGES = "exact ranges"
_BITS = "bits"
_FLOAT_PRODUCTS = frozenset({Op.FP_MUL, Op.FP_DIV})
_ARITHMETIC = frozenset({Op.BVMUL, Op.BVUDIV, Op.BVUREM, Op.BVSDIV, Op.BVSREM})
_EASY_WIDTH = 8
"""Products and quotients of numbers of so many bits are as easy for `bits` as anything else."""


class _Way(Enum):
    """How the parts of a proof are put to a solver. `bits` is asked about all at once only where it tries all values, which takes as long for one part: else it goes from what is decided early in a run to what is decided late, and what it has learned about the one helps it with the other."""

    TOGETHER = "all at once"
    APART = "one after the other"
    IN_CASES = "one after the other, with comparisons split into cases"


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A part of a proof: no run satisfies ``formula``; ``what`` tells a reader what it would mean if one did.

    Where the formula says that one of several things happens, ``which`` tells by the values of the symbols which of them it is. The formula implies ``simpler``, which may be excluded with less effort.
    """

    what: str
    formula: Term
    which: Callable[[Evaluator], str] | None = None
    simpler: Term | None = None

    def told(self, values: Evaluator) -> str:
        """What happens under ``values``, which satisfy the formula."""
        return self.what if self.which is None else f"{self.what} {self.which(values)}"


def excluded(
    parts: Sequence[Exclusion],
    facts_for: Callable[[Term], Sequence[Term]],
    solvers: SolverFactory,
    budget: Budget,
    at_first: float = 0.0,
) -> Finding:
    """Whether another solver agrees with all of ``parts``.

    ``facts_for`` gives what is known of the symbols of a formula. So many seconds ``at_first`` the one that is asked first may take about all parts, if that is more than usual.
    """
    formula = or_(*(part.formula for part in parts))
    if formula is FALSE:
        return Accepted(REWRITING)
    facts = facts_for(formula)
    harder, by = _not_linear(parts, facts, solvers, budget)
    if not harder:
        return Accepted(by)
    finding = _excluded_as_words(harder, facts, solvers, budget, at_first)
    return replace(finding, by=f"{by} and {finding.by}") if by and isinstance(finding, Accepted) else finding


def _not_linear(
    parts: Sequence[Exclusion], facts: Sequence[Term], solvers: SolverFactory, budget: Budget
) -> tuple[list[Exclusion], str]:
    """Those of ``parts`` that linear arithmetic does not exclude, and who excluded the others, if there are any; nobody is asked any more when it did not help twice."""
    name = solver_of_integers(solvers)
    if name is None:
        return list(parts), ""
    harder: list[Exclusion] = []
    missed = 0
    for part in parts:
        is_asked = missed < MOST_MISSED and has_multiples(part.formula)
        if is_asked and is_excluded_in_integers(part.formula, facts, name, solvers, budget):
            continue
        missed += is_asked
        harder.append(part)
    return harder, f"{name} in integers" if len(harder) < len(parts) else ""


def _excluded_as_words(
    parts: Sequence[Exclusion], facts: Sequence[Term], solvers: SolverFactory, budget: Budget, at_first: float
) -> Finding:
    """Whether another solver agrees with all of ``parts``, about words with fewer bits where these are enough."""
    for shorter in (_with_fewer_bits, _with_small_numbers):
        asked = shorter(parts, facts, solvers, budget)
        if asked is not None:
            finding = _excluded(*asked, solvers, budget, at_first)
            if not isinstance(finding, Rejected):  # else who reads it wants to know the values
                return finding
    return _excluded(parts, facts, solvers, budget, at_first)


_Question = tuple[Sequence[Exclusion], Sequence[Term]]
"""Parts of a proof, and what is known of their symbols."""


def _with_fewer_bits(
    parts: Sequence[Exclusion], facts: Sequence[Term], _solvers: SolverFactory, _budget: Budget
) -> _Question | None:
    """The same about words with fewer bits, where these are enough."""
    shorter = with_fewer_bits([*facts, *(part.formula for part in parts), *(part.simpler or TRUE for part in parts)])
    if shorter is None:
        return None
    of_parts = zip(parts, shorter[len(facts) :], shorter[len(facts) + len(parts) :], strict=False)
    asked = [
        Exclusion(part.what, whole, simpler=None if part.simpler is None else simpler)
        for part, whole, simpler in of_parts
    ]
    return asked, shorter[: len(facts)]


def _with_small_numbers(
    parts: Sequence[Exclusion], facts: Sequence[Term], solvers: SolverFactory, budget: Budget
) -> _Question | None:
    """The same with zeros in the higher bits of numbers that are small, where they are multiplied or divided."""
    formulas = [part.formula for part in parts]
    if not is_arithmetic(formulas):
        return None
    with closing(solvers.other(solvers.others[0], Use.INCREMENTAL, budget)) as solver:
        smaller = with_small_numbers(formulas, solver)
    if smaller is None:
        return None
    return [Exclusion(part.what, formula) for part, formula in zip(parts, smaller, strict=True)], facts


def _excluded(
    parts: Sequence[Exclusion], facts: Sequence[Term], solvers: SolverFactory, budget: Budget, at_first: float
) -> Finding:
    """Whether another solver agrees with all of ``parts``: first with simpler formulas that some of them imply, then with all at once, and, if that takes long, with one after the other, as they are and in cases."""
    formula = or_(*(part.formula for part in parts))
    names = _order(formula, solvers.others)
    favourite = next(each for each in names if solvers.main == BOXES or each != EXACT_RANGES)
    harder = _not_simple(parts, facts, favourite, solvers, budget)
    if len(harder) == len(parts):
        return _excluded_as_they_are(parts, facts, names, favourite, solvers, budget, at_first)
    finding: Finding = Accepted(favourite)
    if harder:
        finding = _excluded_as_they_are(harder, facts, names, favourite, solvers, budget, at_first)
    if isinstance(finding, Accepted) and finding.by != favourite:
        return replace(finding, by=f"{favourite} and {finding.by}")
    return finding


def _not_simple(
    parts: Sequence[Exclusion], facts: Sequence[Term], name: str, solvers: SolverFactory, budget: Budget
) -> list[Exclusion]:
    """Those of ``parts`` that the solver ``name`` does not exclude by simpler formulas that they imply; it is asked until it takes long."""
    harder: list[Exclusion] = []
    takes_long = False
    for part in parts:
        if part.simpler is None or takes_long:
            harder.append(part)
            continue
        with closing(_Asking(name, facts, solvers, budget)) as asking:
            asking.may_take(SIMPLER_SECONDS)
            answer = asking.ask(part.simpler)
        takes_long = isinstance(answer, NoAnswer)
        if not isinstance(answer, Unsat):
            harder.append(part)
    return harder


def _excluded_as_they_are(
    parts: Sequence[Exclusion],
    facts: Sequence[Term],
    names: Sequence[str],
    favourite: str,
    solvers: SolverFactory,
    budget: Budget,
    at_first: float,
) -> Finding:
    """Whether solvers of ``names`` agree with all of ``parts``, each of which is excluded by one of them."""
    with ExitStack() as open_solvers:
        askers = {name: open_solvers.enter_context(closing(_Asking(name, facts, solvers, budget))) for name in names}
        return _excluded_by_turns(parts, facts, askers, favourite, solvers, budget, at_first)


def _excluded_by_turns(
    parts: Sequence[Exclusion],
    facts: Sequence[Term],
    askers: Mapping[str, "_Asking"],
    favourite: str,
    solvers: SolverFactory,
    budget: Budget,
    at_first: float,
) -> Finding:
    reasons = dict.fromkeys(askers, TIME_LIMIT)
    waiting = list(range(len(parts)))
    apart = [part.formula for part in parts]
    in_cases: list[Term] = []
    many: dict[str, dict[Term, OpenCases]] = {}
    together = set(askers) if len(parts) > 1 else set()
    tries_values = leaves_few_values(or_(*apart))
    agreeing: dict[str, None] = {}
    for name, seconds in _turns(tuple(askers), favourite):
        if reasons[name] != TIME_LIMIT:
            continue
        for way in _Way:
            if way is _Way.TOGETHER and name not in together:
                continue
            if way is _Way.IN_CASES and name == EXACT_RANGES:
                continue
            if way is _Way.IN_CASES and not in_cases:
                in_cases = _easier(parts, solvers, budget)
            if way is _Way.IN_CASES and in_cases == apart:
                continue
            formula = or_(*(apart[number] for number in waiting))
            is_one = way is _Way.TOGETHER and (name != _BITS or tries_values)
            questions = [formula] if is_one else in_cases if way is _Way.IN_CASES else apart
            open_ones = [0] if is_one else waiting
            cases = many.setdefault(name, {}) if way is _Way.APART and name != EXACT_RANGES else None
            before = len(open_ones)
            is_first = way is _Way.TOGETHER and name == favourite
            askers[name].may_take(max(seconds, at_first) if is_first else seconds)
            obstacle = _excluded_in_turn(askers[name], questions, open_ones, cases)
            if len(open_ones) < before:
                agreeing[name] = None
            if obstacle is None:
                return Accepted(" and ".join(agreeing))
            question, answer = obstacle
            if isinstance(answer, Sat):
                found = _failing(parts, question, answer.model)
                with closing(solvers.other(name, Use.INCREMENTAL, budget.at_most_cpu(seconds))) as again:
                    failure = _first_told(parts, facts, found, again)
                return Rejected(f"{failure} ({name} found a case)")
            reasons[name] = answer.reason
            if name != _BITS:  # which goes on where it was
                together.discard(name)
            if reasons[name] != TIME_LIMIT or budget.is_over():
                break
        if budget.is_over() or TIME_LIMIT not in reasons.values():
            break
    told = ", ".join(f"{name}: {reason}" for name, reason in reasons.items())
    return Unconfirmed(f"no other solver could confirm it ({told})")


def _excluded_in_turn(
    asking: "_Asking", questions: Sequence[Term], waiting: list[int], known: dict[Term, OpenCases] | None
) -> tuple[Term, Sat | NoAnswer] | None:
    """Ask those of ``questions`` that are ``waiting``, which they no longer are once they are excluded: the first that is not, and the answer; ``None`` if there is none.

    With ``known`` cases, questions of very many cases are asked case by case if they take long; which of them are open is kept there.
    """
    while waiting:
        question = questions[waiting[0]]
        cases = known.setdefault(question, OpenCases(question)) if known is not None else None
        answer = asking.ask(question) if cases is None or not cases.are_many else asking.ask_in_cases(question, cases)
        if not isinstance(answer, Unsat):
            return question, answer
        del waiting[0]
    return None


class _Asking:
    """Asks the solver ``name``, or exact ranges, one question after the other, for as long as it `may_take`; questions that are answered in cases do not count.

    One and the same `bits` is asked all of them, in all turns: parts of a proof have most of their terms in common, which are clauses then already, and what it has learned about
    them. Others are better at a question when they know that it is the only one.
    """

    def __init__(self, name: str, facts: Sequence[Term], solvers: SolverFactory, budget: Budget) -> None:
        self._name = name
        self._facts = facts
        self._solvers = solvers
        self._patience = budget
        self._end = 0.0
        self._budget = Budget(0.0, lambda: cpu_seconds() - self._end, budget.pause, budget, budget.begun)
        self._kept: Solver | None = None

    def may_take(self, seconds: float) -> None:
        """Let what is asked from now on take so much CPU time in all."""
        self._end = cpu_seconds() + seconds

    def ask(self, formula: Term) -> Answer:
        """Whether there are values for which ``formula`` is true."""
        if self._name == EXACT_RANGES:
            return _asked_exactly(formula, self._facts, self._budget)
        if self._name == _BITS:
            self._kept = self._kept or self._opened(Use.INCREMENTAL, self._budget)
            return self._kept.check([formula], purpose="certificate")
        return self._ask_alone(formula, self._budget)

    def ask_in_cases(self, formula: Term, cases: OpenCases) -> Answer:
        """The same, with all ``cases`` of ``formula`` at once if that is soon answered, else one by one; at once it is asked the first time only."""
        begun = cpu_seconds()
        if not cases.were_easy_ones_closed:
            answer = self._ask_at_once(formula, cases.seconds_at_once(self._name))
            if isinstance(answer, NoAnswer):
                with closing(SmallQueries(self._name, self._opened, self._patience, purpose="certificate")) as small:
                    cases.close_easy(small.decide)
            self._end += cpu_seconds() - begun
            begun = cpu_seconds()
            if not isinstance(answer, NoAnswer):
                return answer
        with closing(self._opened(Use.INCREMENTAL, self._budget)) as solver:
            answer = cases.decide(solver, purpose="certificate")
        if isinstance(answer, Unsat):
            self._end += cpu_seconds() - begun
        return answer

    def _ask_at_once(self, formula: Term, seconds: float) -> Answer:
        if self._name != _BITS:
            return self._ask_alone(formula, self._patience.at_most_cpu(seconds))
        end = self._end
        self.may_take(seconds)
        answer = self.ask(formula)
        self._end = end
        return answer

    def _ask_alone(self, formula: Term, budget: Budget) -> Answer:
        with closing(self._opened(Use.ONE_SHOT, budget)) as solver:
            solver.add(formula)
            return solver.check(purpose="certificate")

    def _opened(self, use: Use, budget: Budget) -> Solver:
        solver = self._solvers.other(self._name, use, budget)
        for fact in self._facts:
            solver.add(fact)
        return solver

    def close(self) -> None:
        """Give up what was kept."""
        if self._kept is not None:
            self._kept.close()


def _asked_exactly(formula: Term, facts: Sequence[Term], budget: Budget) -> Answer:
    from surefoot.discharge.float_boxes import fails_in_all_boxes  # few programs compute with floats

    try:
        return Unsat() if fails_in_all_boxes([*facts, formula], budget) else NoAnswer("not decided by ranges")
    except OutOfBudget:
        return NoAnswer(TIME_LIMIT)


def _easier(parts: Sequence[Exclusion], solvers: SolverFactory, budget: Budget) -> list[Term]:
    """What to ask in the place of the formulas of ``parts`` that the first solver did not decide at once."""
    from surefoot.discharge.case_split import in_confirmed_cases  # few questions are hard

    return in_confirmed_cases([part.formula for part in parts], solvers, budget)


def _order(formula: Term, names: Sequence[str]) -> tuple[str, ...]:
    """Whom to ask first: ranges about products of floats, else `bits`, which is the fastest unless it has to multiply or divide large numbers by what is not a constant, and these are many."""
    terms = postorder([formula])
    is_hard = is_arithmetic([formula]) and not leaves_few_values(formula)
    ordered = sorted(names, key=lambda name: (name == _BITS) == is_hard)
    return (EXACT_RANGES, *ordered) if any(term.op in _FLOAT_PRODUCTS for term in terms) else tuple(ordered)


def is_arithmetic(formulas: Sequence[Term]) -> bool:
    """Whether large numbers are multiplied, or divided by what is not a constant."""
    terms = postorder(formulas)
    return any(term.op in _ARITHMETIC and not any(map(_is_easy, term.args)) for term in terms)


def _is_easy(number: Term) -> bool:
    """Whether a factor or divisor is a constant, or a choice among such as have few bits."""
    if number.op is Op.CONSTANT:
        return True
    waiting, seen = [number], {number}
    while waiting:
        each = waiting.pop()
        if each.op is Op.ITE:
            waiting += set(each.args[1:]) - seen
            seen.update(each.args[1:])
        elif _own_width(each) > _EASY_WIDTH:
            return False
    return True


def _own_width(term: Term) -> int:
    """How many bits of a number matter."""
    match term.op:
        case Op.CONSTANT:
            return int(term.payload).bit_length()
        case Op.ZERO_EXTEND | Op.SIGN_EXTEND:
            return term.args[0].sort.width
        case _:
            return term.sort.width


def _turns(names: Sequence[str], favourite: str) -> Iterator[tuple[str, float]]:
    """Which solver may work for how long: what is hard for one is often easy for another, so all get a short time before any gets a long one."""
    seconds = FIRST_SECONDS
    while True:
        for name in names:
            yield name, seconds * (GROWTH if name == favourite else 1.0)
        seconds *= GROWTH


def _failing(parts: Sequence[Exclusion], formula: Term, model: Model) -> tuple[int, str]:
    """Which of ``parts`` fails first in ``model``, and how.  Requires  ``model`` satisfies ``formula``, one of them or the disjunction of all."""
    values = _values(model, formula)
    for number, part in enumerate(parts):
        if values.value(part.formula):
            return number, part.told(values)
    return len(parts), "some part of the proof does not hold"


def _first_told(parts: Sequence[Exclusion], facts: Sequence[Term], found: tuple[int, str], solver: Solver) -> str:
    """How the first of ``parts`` fails: what ``found`` says, unless ``solver`` knows of a part before that."""
    number, told = found
    for fact in facts:
        solver.add(fact)
    for part in parts[:number]:
        answer = solver.check([part.formula], purpose="certificate: what fails")
        if isinstance(answer, Sat):
            return part.told(_values(answer.model, *facts, part.formula))
    return told


def _values(model: Model, *formulas: Term) -> Evaluator:
    """The values that ``model`` has for what ``formulas`` mention, which it satisfies; anything will do for the rest."""
    mentioned = frozenset(variables_of(*formulas))
    return Evaluator(lambda symbol: model.value(symbol) if symbol in mentioned else default_value(symbol.sort))
