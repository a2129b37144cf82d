"""Float programs, checked at the least and greatest native result: solver `boxes`, its range check,
and `auto`.
"""

import math
from pathlib import Path

import pytest

from differential.float_programs import Results, float_program, native_results
from surefoot import check
from surefoot.certify.verdicts import Safe, Unsafe, Verdict

SEEDS = range(8)


def conditions(results: Results) -> list[tuple[str, type[Verdict]]]:
    """Return a condition that holds for all results, and one that fails for one of them."""
    if results.low > results.high:
        return [("isnan(r)", Safe), ("!isnan(r)", Unsafe)]
    aside = "isnan(r) || " if results.has_nan else ""
    found: list[tuple[str, type[Verdict]]] = [
        (f"{aside}(r >= {_in_c(results.low)} && r <= {_in_c(results.high)})", Safe),
        (f"{aside}r > {_in_c(results.low)}", Unsafe),
        (f"{aside}r < {_in_c(results.high)}", Unsafe),
    ]
    return found


def _in_c(value: float) -> str:
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    return value.hex()


@pytest.mark.parametrize("seed", SEEDS)
def test_verdicts_at_the_extreme_results(seed: int, tmp_path: Path) -> None:
    program = float_program(seed)
    source = tmp_path / "program.c"
    for condition, expected in conditions(native_results(program, tmp_path)):
        source.write_text(program.text(condition))
        verdict = check(source, property="unreach-call", engine="bmc", solver="boxes", time_limit=60).verdict
        assert isinstance(verdict, expected), f"seed {seed}, {condition}: {verdict}"
