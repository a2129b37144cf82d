"""Sample calls: random runs of a program with procedures along its clauses, evaluated concretely,
each call once.

Results of calls are kept in a table, so that few steps suffice for functions whose runs are long.
Samples prove nothing: addresses are arbitrary, and few runs are tried.
"""

import random
from collections.abc import Mapping

from surefoot.base.budget import Budget
from surefoot.invariants.limits import LIMITS
from surefoot.logic import BitVecSort, Evaluator, Op, Sort, Term, Value, default_value, postorder, variables_of
from surefoot.logic.horn import Application
from surefoot.systems.procedures.graph import before
from surefoot.systems.procedures.points import PointKind, called, returns
from surefoot.systems.procedures.system import ProcedureClause, ProcedureSystem

SampleCall = Mapping[Term, Value]
"""The values of the parameters of a relation."""


def constants_of(procedures: ProcedureSystem) -> dict[Sort, tuple[int, ...]]:
    """Return the numbers that the clauses mention, by sort."""
    terms = [
        term
        for clause in procedures.system.clauses
        for each in (*clause.body, *([clause.head] if clause.head is not None else []))
        for term in each.arguments
    ]
    terms += [clause.constraint for clause in procedures.system.clauses]
    found: dict[Sort, dict[int, None]] = {}
    for term in postorder(terms):
        if term.op is Op.CONSTANT and isinstance(term.sort, BitVecSort):
            found.setdefault(term.sort, {})[int(term.payload)] = None
    return {sort: tuple(numbers) for sort, numbers in found.items()}


def sample_calls(procedures: ProcedureSystem, seed: int, budget: Budget) -> dict[str, list[SampleCall]]:
    """Return states of runs at points, and at the beginning and end of calls; determined by `seed`."""
    sampler = _Sampler(procedures, random.Random(seed), budget)  # noqa: S311 - test inputs, not secrets
    for _ in range(LIMITS.call_runs):
        sampler.run()
    return sampler.found


class _Sampler:
    def __init__(self, procedures: ProcedureSystem, generator: random.Random, budget: Budget) -> None:
        self._procedures = procedures
        self._random = generator
        self._budget = budget
        self._constants = constants_of(procedures)
        self._steps_left = LIMITS.call_steps
        self._names = {point: name for name, point in procedures.points.items()}
        self.found: dict[str, list[SampleCall]] = {name: [] for name in procedures.system.relations}
        self._seen: dict[str, set[tuple[Value, ...]]] = {name: set() for name in self.found}
        self._table: dict[tuple[str, tuple[Value, ...]], dict[Term, Value] | None] = {}
        self._steps: dict[str, list[ProcedureClause]] = {}
        """The steps that continue a run, by the relation that they start from; `None` is the start
        of the program.
        """
        for step in procedures.steps:
            head = step.clause.head
            if head is None or procedures.points[head.relation].kind is not PointKind.CALLED or not self._start(step):
                self._steps.setdefault(self._start(step), []).append(step)
        self._variables = {id(step): step.clause.variables for step in procedures.steps}

    def run(self) -> None:
        """Run the program from its start."""
        self._walk("", {}, 0)

    def _start(self, step: ProcedureClause) -> str:
        body = step.clause.body
        if not body or self._procedures.points[body[0].relation].kind is PointKind.RETURNS:
            return ""
        return body[0].relation

    def _walk(self, relation: str, state: SampleCall, depth: int) -> SampleCall | None:
        """Continue from `state` until the procedure returns, and return the values of its
        parameters then; `None` if it does not.
        """
        for _ in range(LIMITS.procedure_steps):
            following = self._step(relation, state, depth)
            if following is None:
                return None
            relation, state = following
            self._keep(relation, state)
            point = self._procedures.points[relation]
            if point.kind is PointKind.RETURNS:
                return state
            if point.kind is PointKind.CALLED:
                self._call(point.procedure or "", state, depth)
                return None
        return None

    def _step(self, relation: str, state: SampleCall, depth: int) -> tuple[str, SampleCall] | None:
        for _ in range(LIMITS.call_tries):
            chosen: dict[Term, Value] = {}
            for step in self._steps.get(relation, ()):
                self._steps_left -= 1
                if self._steps_left < 0:
                    return None
                self._budget.spend()
                found = self._fire(step, state, chosen, depth)
                if found is not None:
                    return found
        return None

    def _fire(
        self, step: ProcedureClause, state: SampleCall, chosen: dict[Term, Value], depth: int
    ) -> tuple[str, SampleCall] | None:
        """Return the state after `step` with the `chosen` inputs and arbitrary others; `None` if
        the step is not enabled.
        """
        clause = step.clause
        summaries = clause.body[1:] if self._start(step) else clause.body
        awaited = {term for each in summaries for term in self._results(each)}
        known: dict[Term, Value] = dict(state)
        for symbol in self._variables[id(step)]:
            if symbol not in known and symbol not in awaited:
                if symbol not in chosen:
                    chosen[symbol] = self._input(symbol)
                known[symbol] = chosen[symbol]
        parts = clause.constraint.args if clause.constraint.op is Op.AND else (clause.constraint,)
        evaluator = Evaluator(lambda symbol: known.get(symbol, default_value(symbol.sort)))
        if any(awaited.isdisjoint(variables_of(part)) and not evaluator.value(part) for part in parts):
            return None
        for each in summaries:
            result = self._summary(each, known, depth)
            if result is None:
                return None
            known |= result
        evaluator = Evaluator(lambda symbol: known.get(symbol, default_value(symbol.sort)))
        if clause.head is None or not evaluator.value(clause.constraint):
            return None
        symbols = self._procedures.system.relations[clause.head.relation]
        values = {symbol: evaluator.value(term) for symbol, term in zip(symbols, clause.head.arguments, strict=True)}
        return clause.head.relation, values

    def _summary(self, application: Application, known: SampleCall, depth: int) -> dict[Term, Value] | None:
        """Return the values of the symbols that stand for results of the call."""
        callee = self._procedures.points[application.relation].procedure or ""
        arguments = dict(
            zip(self._procedures.system.relations[application.relation], application.arguments, strict=True)
        )
        evaluator = Evaluator(lambda symbol: known.get(symbol, default_value(symbol.sort)))
        begins = self._names[called(callee)]
        places = self._kept(callee)
        if any(symbol not in places for symbol in self._procedures.system.relations[begins]):
            return None
        state = {
            symbol: evaluator.value(arguments[places[symbol]]) for symbol in self._procedures.system.relations[begins]
        }
        self._keep(begins, state)
        result = self._call(callee, state, depth)
        if result is None:
            return None
        return {
            term: result[symbol] for symbol, term in arguments.items() if term.op is Op.VARIABLE and symbol in result
        }

    def _call(self, callee: str, state: SampleCall, depth: int) -> dict[Term, Value] | None:
        """Return the results of `callee` called in `state`, by the parameters of its summary."""
        key = callee, tuple(state.values())
        if key in self._table:
            return self._table[key]
        if depth >= LIMITS.call_depth or self._steps_left < 0:
            return None
        self._table[key] = None
        ended = self._walk(self._names[called(callee)], state, depth + 1)
        if ended is None:
            return None
        kept = set(self._kept(callee).values())
        found = self._table[key] = {symbol: value for symbol, value in ended.items() if symbol not in kept}
        return found

    def _kept(self, callee: str) -> dict[Term, Term]:
        """Return the parameters at the beginning of `callee`, each with the summary parameter that
        keeps its value.
        """
        found: dict[Term, Term] = {}
        ended = self._procedures.graph.points[returns(callee)]
        owners = {slot.owner: group for slot, group in ended.representative.variables.items()}
        for symbol in self._procedures.system.relations[self._names[called(callee)]]:
            group = owners.get(before(symbol), ())
            if len(group) == 1:
                found[symbol] = group[0].symbol
        return found

    def _results(self, application: Application) -> list[Term]:
        callee = self._procedures.points[application.relation].procedure or ""
        kept = set(self._kept(callee).values())
        symbols = self._procedures.system.relations[application.relation]
        return [
            term
            for symbol, term in zip(symbols, application.arguments, strict=True)
            if symbol not in kept and term.op is Op.VARIABLE
        ]

    def _keep(self, relation: str, state: SampleCall) -> None:
        key = tuple(state.values())
        if (
            relation in self.found
            and key not in self._seen[relation]
            and len(self.found[relation]) < LIMITS.call_samples
        ):
            self._seen[relation].add(key)
            self.found[relation].append(state)

    def _input(self, symbol: Term) -> Value:
        sort = symbol.sort
        if not isinstance(sort, BitVecSort):
            return default_value(sort)
        kind = self._random.random()
        constants = self._constants.get(sort, ())
        if kind < 0.4 or not constants:
            return self._random.choice(LIMITS.small_arguments) % (1 << sort.width)
        if kind < 0.9:
            return (self._random.choice(constants) + self._random.choice(LIMITS.near_constants)) % (1 << sort.width)
        return self._random.getrandbits(min(sort.width, 12))
