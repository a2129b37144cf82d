"""Cascades of branches: the lookup leads to the block that the branches lead to."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import pytest

from corpus.small_goals import goal_for
from surefoot.logic import Term, Value, evaluate
from surefoot.program.program import Function
from surefoot.program.statements import Branch, Goto
from surefoot.semantics.interpreter.cascades import CascadeLookup, cascade_at, only_branches
from surefoot.semantics.interpreter.loop_bodies import heads_of

VARIABLES = ("a", "b", "c", "input")


def _condition(random: Random, depth: int) -> str:
    if depth and random.random() < 0.7:
        joint = random.choice(("&&", "&&", "||"))
        return f"({_condition(random, depth - 1)} {joint} {_condition(random, depth - 1)})"
    name, value = random.choice(VARIABLES), random.randrange(-1, 3)
    return random.choice(
        (
            f"{name} == {value}",
            f"!({name} == {value})",
            f"{name} < {value}",
            f"(unsigned){name} + (unsigned)a > {value}u",
        )
    )


def _program(random: Random) -> str:
    cases = "".join(
        f"if ({_condition(random, 3)}) {random.choice((f'return {number};', f'{{ b = {number}; return 1; }}', 'goto error;'))}\n"
        for number in range(30)
    )
    return f"""static int a, b = 1, c = 2;
int step(int input) {{
{cases}
return -1;
error: reach_error();
return 0; }}
int main(void) {{ for (;;) step(__VERIFIER_nondet_int()); }}"""


def _following(function: Function, label: str, state: Mapping[Term, Value], heads: frozenset[str]) -> str:
    """Return the block that the branches from ``label`` on lead to, one by one."""
    while only_branches(function, label) and label not in heads:
        match function.blocks[label].terminator:
            case Branch(condition, then, otherwise):
                label = then if evaluate(condition, state) else otherwise
            case Goto(target):
                label = target
            case _:
                break
    return label


def _states(variables: tuple[Term, ...], random: Random) -> Iterator[dict[Term, Value]]:
    for _ in range(300):
        yield {each: random.randrange(-2, 4) % (1 << each.sort.width) for each in variables}


@pytest.mark.parametrize("seed", range(6))
def test_lookups_lead_where_branches_lead(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    function = goal_for(_program(random), tmp_path).program.functions["step"]
    heads = heads_of(function)
    first = function.entry.label
    cascade = cascade_at(function, first, heads)
    assert cascade is not None
    lookup = CascadeLookup(cascade)
    for state in _states(lookup.variables, random):
        assert lookup.following([state[each] for each in lookup.variables]) == _following(function, first, state, heads)


def test_short_sequences_are_no_cascades(tmp_path: Path) -> None:
    source = "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 1) return 1; if (x == 2) return 2; return 3; }"
    function = goal_for(source, tmp_path).program.functions["main"]
    assert all(cascade_at(function, label, frozenset()) is None for label in function.blocks)
