"""Terms a second that the constructors build, on terms of an unrolling."""

import time
from collections.abc import Callable

from surefoot.logic import (
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvand,
    bvmul,
    bvslt,
    bvsub,
    bvult,
    bvxor,
    concat,
    dag_size,
    eq,
    extract,
    ite,
    not_,
    or_,
    substitute,
    variable,
    zero_extend,
)

_ROUNDS = 10_000
_RUNS = 3
_WORD = bit_vector(32)
_BYTE = bit_vector(8)


def build(run: int, rounds: int) -> list[Term]:
    """Run a loop body ``rounds`` times on symbolic values, with fresh inputs, and return all that was built."""
    built: list[Term] = []
    keep = built.append
    total, flags = variable(f"total of {run}", _WORD), variable(f"flags of {run}", _WORD)
    path = eq(variable("start", _BYTE), bv(1, 8))
    limit, step = variable("limit", _WORD), bv(4, 32)
    for number in range(rounds):
        read = variable(f"input{number} of {run}", _WORD)
        byte = variable(f"byte{number} of {run}", _BYTE)
        guard = bvslt(total, limit)
        small = bvult(read, bvadd(flags, step))
        same = eq(read, bvxor(total, flags))
        path = and_(path, guard)
        branch = and_(path, or_(small, not_(same)))
        masked = bvand(read, flags)
        product = bvmul(masked, zero_extend(byte, 32))
        added = bvadd(total, product)
        word = concat(extract(added, 23, 0), byte)
        total = ite(branch, added, bvsub(total, read))
        flags = ite(small, word, flags)
        for term in (read, byte, guard, small, same, path, branch, masked, product, added, word, total, flags):
            keep(term)
    return built


def execute(run: int, rounds: int) -> list[Term]:
    """Substitute a symbolic state into the statements of a loop body, ``rounds`` times."""
    x, y, z, read = (variable(name, _WORD) for name in ("x", "y", "z", "read"))
    body = {
        x: bvadd(x, bvmul(read, y)),
        y: ite(bvslt(x, z), bvsub(y, read), bvxor(y, z)),
        z: ite(and_(bvult(y, x), not_(eq(read, z))), bvadd(z, bv(3, 32)), bvand(z, x)),
    }
    state = {x: x, y: y, z: z}
    for number in range(rounds):
        state[read] = variable(f"read{number} of {run}", _WORD)
        for target, statement in body.items():
            state[target] = substitute(statement, state)
    return list(state.values())


def _rate(work: Callable[[int, int], list[Term]]) -> float:
    """Return the distinct terms built in a second of processor time, in the best of a few runs."""
    best = 0.0
    for run in range(_RUNS):
        start = time.process_time()
        terms = work(run, _ROUNDS)
        seconds = time.process_time() - start
        best = max(best, dag_size(*terms) / seconds)
    return best


def main() -> None:
    """Print both rates."""
    print(f"terms: {_rate(build):,.0f} built/s, {_rate(execute):,.0f} built/s by substitution")


if __name__ == "__main__":
    main()
