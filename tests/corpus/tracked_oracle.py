"""Oracle for tables of tracked variables: the rules of `surefoot.evidence.tracked` by enumeration.

Programs have few variables of one or two bits, no cells and no addresses in keys, so that every
state can be listed.
It also builds tables, by adding each missing state, and shares nothing with the checker.
"""

from collections.abc import Iterator, Mapping
from itertools import product

from surefoot.base.records import dataclass, replace
from surefoot.evidence.claims import Goal
from surefoot.evidence.tracked import (
    StatementPoint,
    TrackedContext,
    TrackedExit,
    TrackedPoint,
    TrackedSummaries,
    Valuation,
)
from surefoot.logic import BOOL, Sort, Term, Value, evaluate, variables_of
from surefoot.program.access import variables_assigned
from surefoot.program.check_sites import CheckSite
from surefoot.program.program import Function
from surefoot.program.properties import UNDEFINED
from surefoot.program.statements import Assign, Assume, Branch, Call, Check, Goto, Havoc, Load, Return, Statement, Stop

State = Mapping[Term, Value]


@dataclass(frozen=True, slots=True)
class Unlisted:
    """State that a table lacks: at a point of a context, at its exit (with ``results``), or at the
    entry of ``function``.
    """

    context: int | None
    point: TrackedPoint | None
    function: str
    state: State
    results: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Failing:
    """A listed state from which a check fails."""

    function: str


Problem = Unlisted | Failing


def values_of(sort: Sort) -> list[Value]:
    """Return all values of ``sort``."""
    return [False, True] if sort is BOOL else list(range(1 << sort.width))


class Oracle:
    """Rules for certificates of ``goal``, whose keys and targets are those of ``certificate``."""

    def __init__(self, goal: Goal, certificate: TrackedSummaries) -> None:
        self.goal, self.program = goal, goal.program
        self.certificate = certificate
        self.globals = [each.variable.symbol for each in self.program.global_variables]
        self.global_keys = [
            key for key, term in enumerate(certificate.keys) if set(variables_of(term)) <= set(self.globals)
        ]

    def with_contexts(self, certificate: TrackedSummaries) -> "Oracle":
        """Return the oracle for another certificate."""
        return Oracle(self.goal, certificate)

    def problems(self) -> Iterator[Problem]:
        """Yield violations of the rules; none if the certificate is right."""
        entry = self.program.functions[self.program.entry]
        initial = {each.variable.symbol: each.initial for each in self.program.global_variables}
        choices = [[evaluate(term, {})] if term else values_of(symbol.sort) for symbol, term in initial.items()]
        for values in product(*choices):
            state: State = dict(zip(initial, values, strict=True))
            if not any(self.is_in(each.entry, state) for each in self.contexts(entry.name).values()):
                yield Unlisted(None, None, entry.name, state)
        for number, context in enumerate(self.certificate.contexts):
            function = self.program.functions[context.function]
            for state in self.states(function, context.entry):
                yield from self.listed(number, (function.entry.label, 0), state)
            for point, valuations in context.points.items():
                for valuation in valuations:
                    yield from self.steps(number, function, point, valuation)

    def steps(self, number: int, function: Function, point: TrackedPoint, valuation: Valuation) -> Iterator[Problem]:
        """Yield violations by the segment from ``point`` in the states of ``valuation``."""
        label, index = point
        calls: dict[tuple[int, str], list[State]] = {}
        block = function.blocks[label]
        for begun in self.states(function, valuation):
            pending: list[tuple[int, State]] = [(index, begun)]
            while pending:
                at, state = pending.pop()
                if at == len(block.statements):
                    yield from self.terminator(number, function, label, state)
                    continue
                statement = block.statements[at]
                if isinstance(statement, Check) and self.fails(function, statement, state):
                    yield Failing(function.name)
                    continue
                if not isinstance(statement, Call):
                    pending += [(at + 1, after) for after in self.effects(statement, state)]
                    continue
                callees = self.callees(function.name, label, at, statement)
                if self.is_entered(statement, callees):
                    for callee in callees:
                        calls.setdefault((at, callee), []).append(state)
                    if self.calls_others(function.name, label, at):
                        for values in product(*(values_of(each.sort) for each in statement.targets)):
                            after = {**state, **dict(zip(statement.targets, values, strict=True))}
                            yield from self.listed(number, (label, at + 1), after)
                else:
                    changed = sorted({g for each in callees for g in self.modified(each)}, key=str)
                    changed += statement.targets
                    for values in product(*(values_of(each.sort) for each in changed)):
                        pending.append((at + 1, {**state, **dict(zip(changed, values, strict=True))}))
        for (at, callee), states in calls.items():
            yield from self.call(number, (label, at + 1), block.statements[at], callee, states)

    def call(
        self,
        number: int,
        after: TrackedPoint,
        call: Statement,
        callee: str,
        states: list[State],
    ) -> Iterator[Problem]:
        """Yield violations by a call of ``callee`` in ``states``: no set of contexts will do."""
        assert isinstance(call, Call)
        parameters = [each.symbol for each in self.program.functions[callee].parameters]
        starts = []
        for state in states:
            passed = {
                parameter: evaluate(each, state) for parameter, each in zip(parameters, call.arguments, strict=False)
            }
            starts.append({**{symbol: state[symbol] for symbol in self.globals}, **passed})
        useful = {
            each: context
            for each, context in self.contexts(callee).items()
            if any(self.is_in(context.entry, start) for start in starts)
        }
        missing = {
            each: [problem for state in states for problem in self.returns(number, after, call, context, state)]
            for each, context in useful.items()
        }
        for start in starts:
            holds = [each for each, context in useful.items() if self.is_in(context.entry, start)]
            if not holds:
                yield Unlisted(None, None, callee, start)
            elif all(missing[each] for each in holds):
                yield from missing[holds[0]]

    def returns(
        self, number: int, after: TrackedPoint, call: Call, context: TrackedContext, state: State
    ) -> Iterator[Problem]:
        """Yield states after a call by an exit of ``context`` that are not listed."""
        modified = sorted(self.modified(context.function), key=str)
        sorts = self.program.functions[context.function].results
        for end in context.exits:
            for changed in product(*(values_of(each.sort) for each in modified)):
                for results in product(*map(values_of, sorts)):
                    reached = {**state, **dict(zip(modified, changed, strict=True))}
                    reached |= dict(zip(call.targets, results, strict=False))
                    fits = all(
                        ranges is None or _is_listed(result, ranges)
                        for result, ranges in zip(results, end.results, strict=True)
                    )
                    if fits and self.is_in(end.globals, reached):
                        yield from self.listed(number, after, reached)

    def terminator(self, number: int, function: Function, label: str, state: State) -> Iterator[Problem]:
        """Yield violations by the end of a block."""
        context = self.certificate.contexts[number]
        match function.blocks[label].terminator:
            case Goto(target):
                yield from self.listed(number, (target, 0), state)
            case Branch(condition, then, otherwise):
                yield from self.listed(number, (then if evaluate(condition, state) else otherwise, 0), state)
            case Return(values):
                results = tuple(evaluate(each, state) for each in values)
                if not any(self.is_exit(end, state, results) for end in context.exits):
                    yield Unlisted(number, None, function.name, state, results)
            case Stop():
                pass

    def effects(self, statement: Statement, state: State) -> Iterator[State]:
        """Yield the states after a statement that is no call."""
        match statement:
            case Assign(target, value):
                yield {**state, target: evaluate(value, state)}
            case Havoc(target) | Load(target):
                yield from ({**state, target: value} for value in values_of(target.sort))
            case Assume(condition):
                if evaluate(condition, state):
                    yield state
            case Check(condition, kind):
                ends = kind not in UNDEFINED and not self.goal.checked.continues_after(kind)
                if evaluate(condition, state) or not ends:
                    yield state
            case _:
                yield state

    def fails(self, function: Function, check: Check, state: State) -> bool:
        """Return whether ``check`` is violated."""
        is_violation = self.goal.is_violation_at(CheckSite(check.kind, function.name, check.span))
        return is_violation and not evaluate(check.condition, state)

    def listed(self, number: int, point: TrackedPoint, state: State) -> Iterator[Problem]:
        """Yield a problem unless the state is listed at the point."""
        context = self.certificate.contexts[number]
        if not any(self.is_in(each, state) for each in context.points.get(point, ())):
            yield Unlisted(number, point, context.function, state)

    def states(self, function: Function, valuation: Valuation) -> Iterator[State]:
        """Yield all states of ``valuation`` in ``function``."""
        symbols = [*self.globals, *(each.symbol for each in (*function.parameters, *function.locals))]
        for values in product(*(values_of(each.sort) for each in symbols)):
            state = dict(zip(symbols, values, strict=True))
            if self.is_in(valuation, state):
                yield state

    def is_in(self, valuation: Valuation, state: State) -> bool:
        """Return whether ``valuation`` contains the state."""
        keys = self.certificate.keys
        return all(_is_listed(evaluate(keys[key], state), ranges) for key, ranges in valuation)

    def is_exit(self, end: TrackedExit, state: State, results: tuple[Value, ...]) -> bool:
        """Return whether ``end`` contains a return with ``results``."""
        listed = zip(results, end.results, strict=True)
        return self.is_in(end.globals, state) and all(each is None or _is_listed(value, each) for value, each in listed)

    def contexts(self, function: str) -> dict[int, TrackedContext]:
        """Return the contexts of ``function`` by number."""
        return {number: each for number, each in enumerate(self.certificate.contexts) if each.function == function}

    def callees(self, function: str, label: str, index: int, call: Call) -> list[str]:
        """Return the listed callees that fit the call."""
        if isinstance(call.callee, str):
            return [call.callee]
        found = self.certificate.targets[StatementPoint(function, label, index)].functions
        sorts = [each.sort for each in call.arguments]
        wanted = {name: [each.symbol.sort for each in self.program.functions[name].parameters] for name in found}
        return [name for name in found if sorts[: len(wanted[name])] == wanted[name]]

    def calls_others(self, function: str, label: str, index: int) -> bool:
        """Return whether the call may be one of a function without a body."""
        found = self.certificate.targets.get(StatementPoint(function, label, index))
        return found is not None and found.others

    def reach(self, function: str) -> set[str]:
        """Return ``function`` and what it may call, directly or not."""
        found: set[str] = set()
        pending = [function]
        while pending:
            name = pending.pop()
            if name not in found:
                found.add(name)
                for label, block in self.program.functions[name].blocks.items():
                    for index, each in enumerate(block.statements):
                        if isinstance(each, Call):
                            pending += self.callees(name, label, index, each)
        return found

    def statements(self, name: str) -> Iterator[Statement]:
        """Yield the statements that a call of ``name`` may execute."""
        for each in sorted(self.reach(name)):
            for block in self.program.functions[each].blocks.values():
                yield from block.statements

    def modified(self, name: str) -> set[Term]:
        """Return the globals that a call of ``name`` may modify."""
        targets: set[Term] = set()
        for each in self.statements(name):
            targets.update(variables_assigned(each))
        return targets & set(self.globals)

    def is_entered(self, call: Call, callees: list[str]) -> bool:
        """Return whether the call is entered; otherwise it is skipped."""
        of_globals = {symbol for key in self.global_keys for symbol in variables_of(self.certificate.keys[key])}
        of_keys = set(variables_of(*self.certificate.keys))
        return (
            any(
                isinstance(each, Check) and each.kind.name == "ERROR_CALL"
                for name in callees
                for each in self.statements(name)
            )
            or any(self.modified(name) & of_globals for name in callees)
            or bool(of_keys & set(call.targets))
        )

    # ---- construction of tables

    def completed(self) -> TrackedSummaries | None:
        """Return the certificate with all missing states added; ``None`` if a check fails."""
        oracle = self
        while True:
            certificate = oracle.certificate
            for problem in oracle.problems():
                if isinstance(problem, Failing):
                    return None
                certificate = oracle.with_contexts(certificate).added(problem)
            if certificate is oracle.certificate:
                return certificate
            oracle = oracle.with_contexts(certificate)

    def added(self, problem: Unlisted) -> TrackedSummaries:
        """Return the certificate with the state of ``problem``."""
        contexts = list(self.certificate.contexts)
        if problem.context is None:
            entered = TrackedContext(problem.function, self.exact(problem.state), {}, ())
            is_known = any((each.function, each.entry) == (entered.function, entered.entry) for each in contexts)
            contexts += [] if is_known else [entered]
            return replace(self.certificate, contexts=tuple(contexts))
        context = contexts[problem.context]
        if problem.point is not None:
            rows = dict.fromkeys((*context.points.get(problem.point, ()), self.exact(problem.state)))
            changed = replace(context, points={**context.points, problem.point: tuple(rows)})
        else:
            known = {symbol: value for symbol, value in problem.state.items() if symbol in self.globals}
            results = tuple(((_number(value), _number(value)),) for value in problem.results)
            exits = dict.fromkeys((*context.exits, TrackedExit(self.exact(known), results)))
            changed = replace(context, exits=tuple(exits))
        contexts[problem.context] = changed
        return replace(self.certificate, contexts=tuple(contexts))

    def exact(self, state: State) -> Valuation:
        """Return the valuation of all keys that have a value in ``state``."""
        known = (
            (key, _number(evaluate(term, state)))
            for key, term in enumerate(self.certificate.keys)
            if set(variables_of(term)) <= state.keys()
        )
        return tuple((key, ((value, value),)) for key, value in known)


def _is_listed(value: Value, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(least <= _number(value) <= most for least, most in ranges)


def _number(value: Value) -> int:
    assert isinstance(value, int)
    return int(value)
