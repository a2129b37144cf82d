"""A solver for questions about the runs of a control system: it knows the facts about the parameters that a question mentions."""

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing

from surefoot.base.budget import Budget, cpu_seconds
from surefoot.logic import BOOL, FALSE, Symbol, SymbolKind, Term, and_, cases_of, not_, or_, variable
from surefoot.logic.transformations.relevance import Relevance
from surefoot.smt.contracts import Answer, Solver, Unsat, Use
from surefoot.smt.registry import BITS
from surefoot.systems.control.system import ControlSystem, Fact

FEW_CASES = 8
"""So many cases are as well asked about at once."""
DISTANCES = (0, 1)
"""How far from a case to look for what bears on it; see `Relevance`."""
MOST_MISSES = 3
"""So many cases one after the other that are not easy are a sign that no other is."""
AT_ONCE_SECONDS = 0.5
SECONDS_PER_CASE = 0.02
SECONDS_PER_CASE_OF_BITS = 0.005
"""How long a solver may look at all cases at once, where it may look at them one by one afterwards: at least so long, and as long as that is likely to take. `bits` has the circuits of one case for the next."""


class RelevantFacts:
    """Gives out the facts of a system, each once, as soon as all parameters that it is about were mentioned.

    Ensures  after ``new_for(f)``: the facts given out so far are all that matter to the formulas asked about so far
    """

    def __init__(self, system: ControlSystem) -> None:
        self._waiting: dict[Term, list[Fact]] = {}
        self._missing: dict[int, int] = {}
        self._seen: set[Term] = set()
        self._ready: list[Term] = []
        self.given: list[Term] = []
        for fact in system.facts:
            self._missing[id(fact)] = len(set(fact.about))
            for symbol in dict.fromkeys(fact.about):
                self._waiting.setdefault(symbol, []).append(fact)
            if not fact.about:
                self._ready.append(fact.formula)

    def new_for(self, *formulas: Term) -> list[Term]:
        """The facts that ``formulas`` need and that were not given out before."""
        before = len(self.given)
        self.given += self._ready
        self._ready = []
        todo = list(formulas) if self._waiting else []
        seen = self._seen
        while todo:
            term = todo.pop()
            if term in seen:
                continue
            seen.add(term)
            if term.args:
                todo.extend(term.args)
                continue
            for fact in self._waiting.get(term, ()):
                self._missing[id(fact)] -= 1
                if not self._missing[id(fact)]:
                    self.given.append(fact.formula)
                    todo.append(fact.formula)
        return self.given[before:]


class SystemSolver:
    """A solver whose formulas in force include the facts that matter to what is asked."""

    def __init__(self, system: ControlSystem, solver: Solver) -> None:
        self.solver = solver
        self._facts = RelevantFacts(system)

    @property
    def name(self) -> str:
        """The name of the library."""
        return self.solver.name

    @property
    def facts(self) -> tuple[Term, ...]:
        """The facts in force."""
        return tuple(self._facts.given)

    def add(self, formula: Term) -> None:
        """Require ``formula`` for good."""
        self._require_facts(formula)
        self.solver.add(formula)

    def check(self, assumptions: Sequence[Term] = (), *, purpose: str = "") -> Answer:
        """Decide whether the formulas in force and ``assumptions`` are satisfiable; see `Solver.check`."""
        if FALSE in assumptions:
            return Unsat((FALSE,))
        self._require_facts(*assumptions)
        return self.solver.check(assumptions, purpose=purpose)

    def close(self) -> None:
        """Release the library's memory."""
        self.solver.close()

    def _require_facts(self, *formulas: Term) -> None:
        for fact in self._facts.new_for(*formulas):
            self.solver.add(fact)


class OpenCases:
    """The cases of ``formula`` that were not excluded so far: one question for each is easier than to find out at once that none of them is possible."""

    def __init__(self, formula: Term) -> None:
        self._common, cases = cases_of(formula)
        self._open = deque(cases)
        self.are_many = len(cases) > FEW_CASES
        """Whether it is worth while to ask about them one by one: solvers simplify a question that is asked once more than one with assumptions."""
        self.were_easy_ones_closed = False
        """Whether all cases were asked about at once, without an answer, and it was found out which of them are easy."""

    def seconds_at_once(self, name: str) -> float:
        """How long to ask the solver ``name`` about all of the open ones at once before they are asked about one by one."""
        return max(AT_ONCE_SECONDS, (SECONDS_PER_CASE_OF_BITS if name == BITS else SECONDS_PER_CASE) * len(self._open))

    def close_easy(self, ask: Callable[[Term], Answer]) -> None:
        """Close cases that ``ask`` excludes with no more of what is common to all than bears on them: such a question is small, however many elements an array has.

        It is found out once which of them are easy; cases that are alike are so at the same distance.
        """
        if self.were_easy_ones_closed:
            return
        self.were_easy_ones_closed = True
        relevance = Relevance(self._common, self._open)
        hard: list[Term] = []
        misses = usual = 0
        while self._open and misses < MOST_MISSES:
            case = self._open.popleft()
            for distance in dict.fromkeys((usual, *DISTANCES)):
                if isinstance(ask(and_(*relevance.to(case, distance), case)), Unsat):
                    misses, usual = 0, distance
                    break
            else:
                hard.append(case)
                misses += 1
        self._open.extendleft(reversed(hard))

    def decide(self, solver: SystemSolver | Solver, *, purpose: str) -> Answer:
        """Whether one of the open cases is satisfiable together with the formulas in force; what is common to them is in force from now on.

        A case that is not is closed: whoever asks again, with the same formulas in force, goes on behind it.
        """
        for part in self._common if self._open else ():
            solver.add(part)
        while self._open:
            answer = solver.check([self._open[0]], purpose=purpose)
            if not isinstance(answer, Unsat):
                return answer
            self._open.popleft()
        return Unsat()


class SmallQuestions:
    """Asks the solver ``name``, which ``opened`` opens, one small question after the other; for each of them it has so much CPU time as is given to what may be decided at once.

    One and the same `bits` is asked all of them: circuits of what they have in common are made once. Others are better at a question when they know that it is the only one.
    """

    def __init__(
        self, name: str, opened: Callable[[Use, Budget], SystemSolver | Solver], budget: Budget, *, purpose: str
    ) -> None:
        self._is_kept = name == BITS
        self._opened = opened
        self._budget = budget
        self._purpose = purpose
        self._begun = 0.0
        self._kept: SystemSolver | Solver | None = None

    def ask(self, formula: Term) -> Answer:
        """Whether ``formula`` can be true."""
        if formula is FALSE:
            return Unsat()
        if not self._is_kept:
            with closing(self._opened(Use.ONE_SHOT, self._budget.at_most_cpu(AT_ONCE_SECONDS))) as solver:
                solver.add(formula)
                return solver.check(purpose=self._purpose)
        self._begun = cpu_seconds()
        if self._kept is None:
            each = Budget(AT_ONCE_SECONDS, lambda: cpu_seconds() - self._begun, self._budget.pause, self._budget)
            self._kept = self._opened(Use.INCREMENTAL, each)
        return self._kept.check([formula], purpose=self._purpose)

    def close(self) -> None:
        """Give up the solver that was kept."""
        if self._kept is not None:
            self._kept.close()


class SwitchedSolver(SystemSolver):
    """A solver that learns every formula once, behind a literal: to assume it again is to assume the literal.

    Libraries simplify and translate what is assumed anew for each check; a literal they need not look at. A literal is true where its formula does not matter:
    solvers try that value first.
    """

    def __init__(self, system: ControlSystem, solver: Solver) -> None:
        super().__init__(system, solver)
        self._switches: dict[Term, Term] = {}

    @property
    def known(self) -> int:
        """How many formulas were assumed so far."""
        return len(self._switches)

    def check(self, assumptions: Sequence[Term] = (), *, purpose: str = "") -> Answer:
        """As `SystemSolver.check`."""
        formulas = {self._switch(formula): formula for formula in assumptions}
        answer = super().check(list(formulas), purpose=purpose)
        return Unsat(tuple(formulas[each] for each in answer.core)) if isinstance(answer, Unsat) else answer

    def _switch(self, formula: Term) -> Term:
        """What to assume for ``formula``."""
        if not formula.args:
            return formula
        found = self._switches.get(formula)
        if found is None:
            number = len(self._switches)
            off = variable(Symbol(SymbolKind.ACTIVATION, "assumed", number, f"without {number}"), BOOL)
            found = self._switches[formula] = not_(off)
            self.add(or_(off, formula))
        return found
