"""Random loops over small bit-vectors with polynomial updates, and everything that their runs can do.

A draft is one tree that is written twice: as terms of the logic, and as Python over integers, which computes all states that runs reach.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from corpus.small_systems import error, system_of
from surefoot.logic import (
    TRUE,
    Evaluator,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvlshr,
    bvmul,
    bvsub,
    bvult,
    bvurem,
    eq,
    extract,
    ite,
    not_,
    sign_extend,
    variable,
)
from surefoot.logic.ring.fitting import monomials_of, vanishing
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Exit

LOOP = "loop"
MOST_STATES = 4000


@dataclass(frozen=True, slots=True)
class Written:
    """An expression or condition as a term and as Python."""

    term: Term
    python: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A loop with an assertion that may hold in all reachable states."""

    system: ControlSystem
    width: int
    symbols: tuple[Term, ...]
    fails: bool


def draft_of(seed: int) -> Draft:
    """Return the loop with this number; its runs reach few states."""
    for attempt in range(100):
        made = _Maker(Random(1000 * seed + attempt)).draft()
        if made is not None:
            return made
    raise AssertionError(f"no loop for seed {seed}")


class _Maker:
    def __init__(self, random: Random) -> None:
        self._random = random
        self.width = random.randint(3, 8)
        self.count = random.randint(2, 3)
        self.mask = (1 << self.width) - 1
        self.symbols = tuple(variable(f"v{number}", bit_vector(self.width)) for number in range(self.count))
        self.inputs = tuple(variable(f"i{number}", bit_vector(self.width)) for number in range(2))

    def draft(self) -> Draft | None:
        own = [Written(symbol, f"v[{number}]") for number, symbol in enumerate(self.symbols)]
        given = [Written(symbol, f"i[{number}]") for number, symbol in enumerate(self.inputs)]
        start = [self._random.choice([self._constant(), self._constant(), *given]) for _ in own]
        update = [self._update(number, own) for number in range(self.count)]
        if self._random.random() < 0.4:
            condition = self._condition(own)
            other = [self._update(number, own) for number in range(self.count)]
            update = [self._choice(condition, *pair) for pair in zip(update, other, strict=True)]
        guard = self._condition(own) if self._random.random() < 0.7 else Written(TRUE, "True")
        reached = self._reached(start, update, guard)
        if reached is None:
            return None
        asserted = self._asserted(reached, own)
        system = system_of(
            [
                Edge(ENTRY, LOOP, TRUE, {each: value.term for each, value in zip(self.symbols, start, strict=True)}),
                Edge(
                    LOOP,
                    LOOP,
                    and_(asserted, guard.term),
                    {each: value.term for each, value in zip(self.symbols, update, strict=True)},
                ),
                Edge(LOOP, error(), not_(asserted)),
                Edge(LOOP, Exit(), and_(asserted, not_(guard.term))),
            ]
        )
        return Draft(system, self.width, self.symbols, not all(self._holds(asserted, state) for state in reached))

    def _reached(self, start: list[Written], update: list[Written], guard: Written) -> list[tuple[int, ...]] | None:
        begin = _compiled("i", start)
        step = _compiled("v", update)
        goes_on = _compiled("v", [guard])
        used = {each for each in (0, 1) if any(f"i[{each}]" in value.python for value in start)}
        values = [range(self.mask + 1) if each in used else range(1) for each in (0, 1)]
        todo = list(dict.fromkeys(begin((first, second)) for first in values[0] for second in values[1]))
        seen = dict.fromkeys(todo)
        while todo:
            if len(seen) > MOST_STATES:
                return None
            state = todo.pop()
            if goes_on(state)[0]:
                after = step(state)
                if after not in seen:
                    seen[after] = None
                    todo.append(after)
        return list(seen)

    def _asserted(self, reached: list[tuple[int, ...]], own: list[Written]) -> Term:
        """Return, with high probability, a non-trivial equation that holds in all states."""
        samples = [dict(zip(self.symbols, state, strict=True)) for state in reached[:200]]
        if len(samples) > 3 and self._random.random() < 0.8:
            found = vanishing(samples, monomials_of(self.symbols, self._random.randint(1, 3)), self.width)
            equations = [each.equation().formula for each in found]
            holding = [each for each in equations if all(self._holds(each, state) for state in reached)]
            if holding:
                return self._random.choice(holding)
        return eq(self._polynomial(own, 3).term, self._polynomial(own, 2).term)

    def _holds(self, formula: Term, state: tuple[int, ...]) -> bool:
        return bool(Evaluator(dict(zip(self.symbols, state, strict=True)).__getitem__).value(formula))

    def _update(self, number: int, own: list[Written]) -> Written:
        """Mostly a sum with what comes before: then polynomial equations hold."""
        kind = self._random.random()
        if kind < 0.55:
            return self._sum(own[number], self._polynomial(own[:number], 2) if number else self._constant())
        if kind < 0.7:
            return self._product(own[number], self._constant())
        if kind < 0.8:
            return self._halved(own[number])
        if kind < 0.87:
            return self._remainder(own[number], self._random.randint(1, 5))
        if kind < 0.93:
            return self._cut(own[number])
        return self._polynomial(own, 2)

    def _polynomial(self, own: list[Written], parts: int) -> Written:
        total = self._constant()
        for _ in range(self._random.randint(1, parts)):
            factor = self._constant()
            for _ in range(self._random.randint(1, 2) if own else 0):
                factor = self._product(factor, self._random.choice(own))
            total = self._sum(total, factor)
        return total

    def _constant(self) -> Written:
        value = self._random.choice((0, 1, 1, 2, 3, 4, self.mask, self._random.randint(0, self.mask)))
        value &= self.mask
        return Written(bv(value, self.width), str(value))

    def _sum(self, left: Written, right: Written) -> Written:
        if self._random.random() < 0.3:
            return Written(bvsub(left.term, right.term), f"(({left.python} - {right.python}) & {self.mask})")
        return Written(bvadd(left.term, right.term), f"(({left.python} + {right.python}) & {self.mask})")

    def _product(self, left: Written, right: Written) -> Written:
        return Written(bvmul(left.term, right.term), f"(({left.python} * {right.python}) & {self.mask})")

    def _halved(self, whole: Written) -> Written:
        return Written(bvlshr(whole.term, bv(1, self.width)), f"({whole.python} >> 1)")

    def _remainder(self, whole: Written, divisor: int) -> Written:
        return Written(bvurem(whole.term, bv(divisor, self.width)), f"({whole.python} % {divisor})")

    def _cut(self, whole: Written) -> Written:
        """Return the low bits, extended with their sign: a cast that loses bits."""
        low = self.width - 1
        half, mask = 1 << (low - 1), (1 << low) - 1
        python = f"((((({whole.python} & {mask}) + {half}) & {mask}) - {half}) & {self.mask})"
        return Written(sign_extend(extract(whole.term, low - 1, 0), self.width), python)

    def _condition(self, own: list[Written]) -> Written:
        left, right = self._random.choice(own), self._random.choice([*own, self._constant(), self._constant()])
        match self._random.randint(0, 2):
            case 0:
                return Written(bvult(left.term, right.term), f"({left.python} < {right.python})")
            case 1:
                return Written(not_(eq(left.term, right.term)), f"({left.python} != {right.python})")
            case _:
                return Written(eq(extract(left.term, 0, 0), bv(1, 1)), f"({left.python} & 1 == 1)")

    def _choice(self, condition: Written, then: Written, otherwise: Written) -> Written:
        python = f"({then.python} if {condition.python} else {otherwise.python})"
        return Written(ite(condition.term, then.term, otherwise.term), python)


def _compiled(argument: str, parts: list[Written]) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    source = f"lambda {argument}: ({', '.join(part.python for part in parts)},)"
    function: Callable[[tuple[int, ...]], tuple[int, ...]] = eval(source)  # noqa: S307 - written above
    return function
