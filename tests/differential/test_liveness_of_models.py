"""Justice properties of random small models agree with an exploration of all states."""

from itertools import product
from pathlib import Path
from random import Random

import pytest

from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.systems.control.components import strongly_connected
from surefoot.verify import api

WIDTH = 2
STATES = range(1 << WIDTH)
_UPDATES = ("add", "sub", "and", "xor", "or", "mul")


class Model:
    """A model of a word and a bit, with an input, a constraint, two justice formulas and a fairness
    formula, as BTOR2 text.
    """

    def __init__(self, seed: int) -> None:
        random = Random(seed)
        self.first = random.choice(STATES)
        self.steps = [random.choice(_UPDATES) for _ in range(2)]
        self.values = [random.choice(STATES) for _ in range(6)]
        self.is_constrained = random.random() < 0.5
        self.justice = random.choice(((3,), (3, 4)))
        self.has_fairness = random.random() < 0.5

    def text(self) -> str:
        """Return the model as BTOR2."""
        lines = [
            "1 sort bitvec 1",
            f"2 sort bitvec {WIDTH}",
            "3 state 2 x",
            "4 state 1 flag",
            "5 input 1 go",
            f"6 constd 2 {self.first}",
            "7 init 2 3 6",
            "8 zero 1",
            "9 init 1 4 8",
            f"10 constd 2 {self.values[0]}",
            f"11 constd 2 {self.values[1]}",
            f"12 {self.steps[0]} 2 3 10",
            f"13 {self.steps[1]} 2 3 11",
            "14 and 1 5 4",
            "15 ite 2 14 12 13",
            "16 next 2 3 15",
            "17 xor 1 4 5",
            "18 next 1 4 17",
            *(f"{20 + number} constd 2 {value}" for number, value in enumerate(self.values[2:])),
            "30 eq 1 3 20",
            "31 and 1 30 5",
            "32 neq 1 3 21",
            "33 ulte 1 3 22",
            "34 or 1 33 4",
        ]
        if self.is_constrained:
            lines.append("40 constraint 34")
        nodes = {3: 31, 4: 32}
        lines.append(f"41 justice {len(self.justice)} {' '.join(str(nodes[each]) for each in self.justice)} again")
        if self.has_fairness:
            lines.append("42 fair -4")
        return "\n".join(lines) + "\n"

    def _step(self, x: int, flag: int, go: int) -> tuple[int, int]:
        operator, operand = (self.steps[0], self.values[0]) if go and flag else (self.steps[1], self.values[1])
        value = {
            "add": x + operand,
            "sub": x - operand,
            "and": x & operand,
            "xor": x ^ operand,
            "or": x | operand,
            "mul": x * operand,
        }
        return value[operator] % len(STATES), flag ^ go

    def has_fair_run(self) -> bool:
        """Return whether some endless run satisfies all formulas again and again."""
        edges = {
            (x, flag): [
                (go, self._step(x, flag, go)) for go in (0, 1) if not self.is_constrained or x <= self.values[4] or flag
            ]
            for x, flag in product(STATES, (0, 1))
        }
        reached = {(self.first, 0)}
        pending = [(self.first, 0)]
        while pending:
            for _, after in edges[pending.pop()]:
                if after not in reached:
                    reached.add(after)
                    pending.append(after)
        names = {str(each): each for each in reached}
        following = {name: [str(after) for _, after in edges[each]] for name, each in names.items()}
        for component in strongly_connected(list(names), following, frozenset(names)):
            inside = {names[name] for name in component}
            held: set[int] = set()
            for x, flag in inside:
                for go, after in edges[x, flag]:
                    if after in inside:
                        held |= {0} | ({3} if x == self.values[2] and go else set())
                        held |= ({4} if x != self.values[3] else set()) | (set() if flag else {5})
            if held >= {0, *self.justice, *({5} if self.has_fairness else ())}:
                return True
        return False


@pytest.mark.parametrize("seed", range(12))
def test_random_models(seed: int, tmp_path: Path) -> None:
    model = Model(seed)
    path = tmp_path / "model.btor2"
    path.write_text(model.text())
    verdict = api.check(path).verdict
    assert isinstance(verdict, Unsafe if model.has_fair_run() else Safe), model.text()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"aag 2 1 1 0 0 0 0 1 0\n2\n4 2\n1\n4\n", Unsafe),  # the latch may always be on
        (b"aag 2 1 1 0 0 0 0 1 0\n2\n4 0\n1\n4\n", Safe),  # it is never on
        (b"aag 3 1 1 0 1 0 0 1 1\n2\n4 2\n1\n4\n5\n6 4 2\n", Unsafe),  # on and off again
        (b"aag 3 1 1 0 1 0 0 1 1\n2\n4 6\n1\n4\n5\n6 5 3\n", Unsafe),
        (b"aag 3 1 1 0 1 0 0 1 1\n2\n4 7\n1\n4\n5\n6 5 3\n", Safe),  # once on, it stays on
    ],
)
def test_circuits(text: bytes, expected: type, tmp_path: Path) -> None:
    path = tmp_path / "model.aag"
    path.write_bytes(text)
    assert isinstance(api.check(path).verdict, expected)
