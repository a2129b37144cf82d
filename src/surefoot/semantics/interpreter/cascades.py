"""Execution of cascades of branches by a lookup of the values that they test.

A cascade is a part of a function that only branches: a sequence of *cases*, each with a condition
and the block that follows if it holds. Step functions of event-condition-action systems have
thousands of cases, of which one holds. The lookup is a decision tree: each level tests one
variable, and a node has the cases that the values so far allow. Nodes are created when a run first
reaches them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from surefoot.base.records import dataclass, field
from surefoot.logic import TRUE, Op, Term, Value, and_, evaluate, not_, or_, postorder, variables_of
from surefoot.program.digraphs import reverse_postorder
from surefoot.program.program import Function
from surefoot.program.statements import Branch, Goto, Return, Stop
from surefoot.semantics.interpreter.blocks import translate
from surefoot.semantics.interpreter.loop_bodies import heads_of
from surefoot.semantics.interpreter.machine import Code, Machine, Registers, Stretch
from surefoot.semantics.limits import LIMITS


@dataclass(frozen=True, slots=True)
class CascadeCase:
    """Exit of a cascade: ``label`` follows if all ``tests`` and ``others`` hold."""

    label: str
    tests: Mapping[Term, tuple[Term, ...]]
    """Conditions over one variable, by the variable."""
    others: tuple[Term, ...]
    """Conditions over several variables or none."""


@dataclass(frozen=True, slots=True)
class Cascade:
    """Cases in order, of which the first one that holds is taken.

    ``selecting`` are the variables that single cases only compare for equality, the most frequent
    first; ``others`` are further variables that cases mention.
    """

    cases: tuple[CascadeCase, ...]
    selecting: tuple[Term, ...]
    others: tuple[Term, ...]


_Conjuncts = tuple[Term, ...]


def cascade_at(function: Function, label: str, heads: frozenset[str]) -> Cascade | None:
    """Return the cascade that begins at the block ``label``; `None` if it has few cases.

    It ends at blocks that do more than branch, and at loop heads.
    """
    order = reverse_postorder(label, lambda each: _inner(function, each, label, heads))
    inside = frozenset(order)
    reached: dict[str, _Conjuncts] = {label: ()}
    ways: dict[str, _Conjuncts] = {}
    cases: list[CascadeCase] = []
    for each in order:
        if len(reached) == 1 and ways:
            cases += _cases(ways)
            ways, reached = {}, {each: ()}
        condition = reached.pop(each)
        for following, holds in _edges(function, each, heads):
            found = reached if following in inside else ways
            guard = (*condition, *_conjuncts(holds))
            found[following] = _joined(found[following], guard) if following in found else guard
    if len(cases) < LIMITS.least_cascade:
        return None
    cases += _cases(ways)
    return _ordered(tuple(cases))


def _ordered(cases: tuple[CascadeCase, ...]) -> Cascade:
    """Return the cascade of ``cases``, with its variables in the order in which a lookup tests
    them.
    """
    counts: Counter[Term] = Counter()
    compared: set[Term] = set()
    mentioned: dict[Term, None] = {}
    for case in cases:
        counts.update(case.tests.keys())
        for variable, tests in case.tests.items():
            if any(each.op in (Op.BVULT, Op.BVSLT) for each in postorder(tests)):
                compared.add(variable)
        mentioned.update(dict.fromkeys((*case.tests, *variables_of(*case.others))))
    selecting = tuple(variable for variable, _ in counts.most_common() if variable not in compared)
    return Cascade(cases, selecting, tuple(each for each in mentioned if each not in selecting))


def _joined(one: _Conjuncts, other: _Conjuncts) -> _Conjuncts:
    """Return the disjunction of two conjunctions as a conjunction that keeps their common
    conjuncts.
    """
    common = tuple(each for each in one if each in other)
    rest = or_(*(and_(*(each for each in part if each not in common)) for part in (one, other)))
    return (*common, *_conjuncts(rest))


def _conjuncts(condition: Term) -> _Conjuncts:
    if condition is TRUE:
        return ()
    if condition.op is Op.AND:
        return tuple(part for each in condition.args for part in _conjuncts(each))
    return (condition,)


def _inner(function: Function, label: str, first: str, heads: frozenset[str]) -> Sequence[str]:
    """Return the successors of ``label`` in the cascade that begins at ``first``."""
    following = [each for each, _ in _edges(function, label, heads)]
    return [each for each in following if each != first and each not in heads and only_branches(function, each)]


def only_branches(function: Function, label: str) -> bool:
    """Return whether the block has no statements and ends with a branch or jump."""
    block = function.blocks[label]
    return not block.statements and not isinstance(block.terminator, Return | Stop)


def _edges(function: Function, label: str, heads: frozenset[str]) -> tuple[tuple[str, Term], ...]:
    """Return the successors of ``label`` with their conditions; blocks that only jump are skipped."""
    match function.blocks[label].terminator:
        case Branch(condition, then, otherwise):
            return (_beyond(function, then, heads), condition), (_beyond(function, otherwise, heads), not_(condition))
        case Goto(target):
            return ((_beyond(function, target, heads), TRUE),)
        case _:
            return ()


def _beyond(function: Function, label: str, heads: frozenset[str]) -> str:
    """Return the first block from ``label`` on that does more than jump, or a loop head."""
    while label not in heads:
        block = function.blocks[label]
        if block.statements or not isinstance(block.terminator, Goto):
            break
        label = block.terminator.target
    return label


def _cases(ways: Mapping[str, _Conjuncts]) -> Iterator[CascadeCase]:
    """Yield the cases for disjoint ``ways``."""
    for label, guard in ways.items():
        tests: dict[Term, tuple[Term, ...]] = {}
        others: list[Term] = []
        for part in guard:
            mentioned = variables_of(part)
            if len(mentioned) == 1:
                (only,) = mentioned
                tests[only] = (*tests.get(only, ()), part)
            else:
                others.append(part)
        yield CascadeCase(label, tests, tuple(others))


@dataclass(slots=True)
class _Node:
    """Node of the tree: the cases that the values of the first variables allow, and the
    ``children`` by the value of the next variable.
    """

    cases: tuple[CascadeCase, ...]
    children: dict[Value, "_Node"] = field(default_factory=dict)


class CascadeLookup:
    """Successor of a cascade by the values of its variables."""

    def __init__(self, cascade: Cascade) -> None:
        self.variables = (*cascade.selecting, *cascade.others)
        self._selecting = cascade.selecting
        self._root = _Node(cascade.cases)
        self._decided: dict[tuple[Term, Value], bool] = {}

    def following(self, values: Sequence[Value]) -> str:
        """Return the block that follows if ``variables`` have ``values``."""
        node = self._root
        for variable, value in zip(self._selecting, values, strict=False):
            child = node.children.get(value)
            if child is None:
                possible = (each for each in node.cases if self._may_hold(each, variable, value))
                child = node.children[value] = _Node(tuple(possible))
            node = child
        rest = dict(zip(self.variables[len(self._selecting) :], values[len(self._selecting) :], strict=True))
        state: dict[Term, Value] = {}
        for case in node.cases:
            if all(self._may_hold(case, variable, value) for variable, value in rest.items()):
                if case.others and not state:
                    state = dict(zip(self.variables, values, strict=True))
                if all(evaluate(each, state) for each in case.others):
                    return case.label
        raise AssertionError("the last cases of a cascade exclude no state")

    def _may_hold(self, case: CascadeCase, variable: Term, value: Value) -> bool:
        decided = self._decided
        for test in case.tests.get(variable, ()):
            key = (test, value)
            holds = decided.get(key)
            if holds is None:
                if len(decided) > LIMITS.decided_tests:
                    decided.clear()
                holds = decided[key] = bool(evaluate(test, {variable: value}))
            if not holds:
                return False
        return True


def translate_with_cascades(machine: Machine, code: Code, label: str) -> Stretch:
    """Return the code of the block ``label``, that of a cascade if one begins there.

    A cascade counts as one step.
    """
    function = code.function
    heads = machine.generated_code.heads.get(function.name)
    if heads is None:
        heads = machine.generated_code.heads[function.name] = heads_of(function)
    if label in heads or not only_branches(function, label):
        return translate(machine, code, label)
    cascade = cascade_at(function, label, heads)
    if cascade is None:
        return translate(machine, code, label)
    lookup = CascadeLookup(cascade)
    places = [
        (code.slots.get(each), machine.global_slots.get(each), machine.address_places.get(each))
        for each in lookup.variables
    ]

    def execute(values: Registers) -> Stretch:
        found: list[Value] = []
        for local, of_global, of_address in places:
            if local is not None:
                found.append(values[local])
            elif of_global is not None:
                found.append(machine.globals[of_global])
            else:
                found.append(machine.addresses_in_order[of_address or 0])
        return code.stretch(lookup.following(found))

    return Stretch(execute, 1, label, 0)
