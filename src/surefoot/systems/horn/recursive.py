"""Horn clauses as recursive functions: one for each relation, and one for false.

A function chooses a clause whose head is its relation, calls the functions of the premises, chooses
the other variables, and returns the arguments of the head. A call that returns is a derivation,
which its sequence of choices determines.
"""

from collections.abc import Iterator, Sequence

from surefoot.base.records import dataclass, field
from surefoot.base.text import FreshNames
from surefoot.logic import BOOL, Term, Value, default_value, evaluate, substitute, variable
from surefoot.logic.horn import Derivation, DerivationStep
from surefoot.program.trace import Choice, Chosen
from surefoot.systems.formats.model import HornFile
from surefoot.systems.horn.linear import symbols_of
from surefoot.systems.horn.rules import Rule, rule_of
from surefoot.systems.limits import LIMITS


@dataclass(frozen=True, slots=True)
class RecursiveRule:
    """The rule of a clause, given by its number, which calls ``callees``; ``premises`` hold their
    results, and ``inputs`` the chosen values by the variables of the clause.
    """

    clause: int
    callees: tuple[str, ...]
    premises: tuple[tuple[Term, ...], ...]
    inputs: dict[Term, Term]
    rule: Rule


@dataclass(frozen=True, slots=True)
class RelationFunction:
    """The rules that derive a relation; ``choices`` select the rule."""

    rules: tuple[RecursiveRule, ...]
    choices: tuple[Term, ...]


def relation_functions(file: HornFile) -> dict[str | None, RelationFunction]:
    """Return the function of each relation; that of false has the key ``None``."""
    system = file.system
    names = FreshNames(str(each.payload) for each in symbols_of(system))
    rules: dict[str | None, list[RecursiveRule]] = {None: [], **{name: [] for name in system.relations}}
    for number, clause in enumerate(system.clauses):
        premises = tuple(
            tuple(variable(names.like(f"{each.payload} for clause {number + 1}"), each.sort) for each in own)
            for own in (system.relations[needed.relation] for needed in clause.body)
        )
        rule = rule_of(clause, premises)
        inputs = {
            each: variable(names.like(f"{each.payload} in clause {number + 1}"), each.sort) for each in rule.inputs
        }
        renamed = Rule(
            tuple(inputs.values()),
            {each: substitute(value, inputs) for each, value in rule.values.items()},
            substitute(rule.guard, inputs),
            tuple(substitute(result, inputs) for result in rule.results),
        )
        callees = tuple(needed.relation for needed in clause.body)
        head = clause.head.relation if clause.head is not None else None
        rules[head].append(RecursiveRule(number, callees, premises, inputs, renamed))
    return {
        name: RelationFunction(
            tuple(
                sorted(own, key=lambda rule: not rule.callees)
            ),  # a run whose choices are used up takes the last one: it should end
            tuple(variable(names.like(f"rule {each} for {name or 'false'}"), BOOL) for each in range(1, len(own))),
        )
        for name, own in rules.items()
    }


@dataclass(slots=True)
class _Activation:
    """An active rule and the derivation steps of its calls so far."""

    chosen: RecursiveRule
    premises: list[int] = field(default_factory=list)


def recursive_derivation(file: HornFile, choices: Sequence[Choice]) -> Derivation:
    """Return the derivation of the program with these choices.

    Requires: the program terminates.
    """
    functions = relation_functions(file)
    taken = (each.value for each in choices if isinstance(each, Chosen))
    steps: list[DerivationStep] = []
    results: list[tuple[Value, ...]] = []
    active = _begin(functions[None], taken)
    while active:
        current = active[-1]
        if len(current.premises) < len(current.chosen.callees):
            callee = current.chosen.callees[len(current.premises)]
            begun = _begin(functions[callee], taken)
            if not begun:
                break
            active += begun
            continue
        chosen = current.chosen
        known: dict[Term, Value] = {each: next(taken, default_value(each.sort)) for each in chosen.rule.inputs}
        for symbols, step in zip(chosen.premises, current.premises, strict=True):
            known |= zip(symbols, results[step], strict=True)
        values = {each: evaluate(term, known) for each, term in chosen.rule.values.items()}
        steps.append(DerivationStep(chosen.clause, values, tuple(current.premises)))
        results.append(tuple(evaluate(term, known) for term in chosen.rule.results))
        if evaluate(chosen.rule.guard, known) is not True:
            break
        active.pop()
        if active:
            active[-1].premises.append(len(steps) - 1)
    return Derivation(tuple(steps))


def _begin(function: RelationFunction, taken: Iterator[Value]) -> list[_Activation]:
    """Return the rule that ``taken`` selects; ``None`` if there is no rule."""
    for number in range(len(function.choices)):
        if next(taken, False):
            return [_Activation(function.rules[number])]
    return [_Activation(function.rules[-1])] if function.rules else []


def recursive_choices(file: HornFile, derivation: Derivation) -> tuple[Choice, ...] | None:
    """Return the choices with which the program makes ``derivation``; ``None`` if there are too
    many.

    Requires: the last step derives false.
    """
    functions = relation_functions(file)
    rules = {
        rule.clause: (function, number) for function in functions.values() for number, rule in enumerate(function.rules)
    }
    choices: list[Choice] = []
    waiting: list[int | list[Choice]] = [len(derivation.steps) - 1]
    while waiting:
        next_one = waiting.pop()
        if len(choices) > LIMITS.derivation_choices:
            return None
        if isinstance(next_one, list):
            choices += next_one
            continue
        step = derivation.steps[next_one]
        function, number = rules[step.clause]
        choices += [Chosen(place == number) for place in range(min(number + 1, len(function.choices)))]
        waiting.append([Chosen(step.values[each]) for each in function.rules[number].inputs])
        waiting += reversed(step.premises)
    return tuple(choices)
