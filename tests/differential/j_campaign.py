"""Campaign: generated J programs, their runs on all inputs, and the verdicts of engines.

The programs of `j_programs` are run on every input by Python functions generated with them.
``safe`` for a failing program, ``unsafe`` for another one, and a violation of a kind that no run
has are disagreements: they are printed with the program, and the exit code is 1. `bmc` checks
every program, the other engines every fourth in rotation.

    PYTHONPATH=src:tests python -m differential.j_campaign --from 0 --to 3000
"""

import argparse
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from differential.j_programs import JProgram, j_program
from surefoot.certify.context import Confirmation
from surefoot.certify.verdicts import Safe, Unsafe, Verdict
from surefoot.frontend.j.bounds import Bounds, QuantifierForm
from surefoot.program.properties import ASSERTIONS, DEFAULT_OF_J
from surefoot.program.statements import CheckKind
from surefoot.verify.pipeline import check
from surefoot.verify.request import Request

OTHERS = ("aig", "kind", "ic3", "auto")
KINDS = {
    CheckKind.ASSERTION: "assertion",
    CheckKind.ARRAY_INDEX: "index",
    CheckKind.SIGNED_OVERFLOW: "signed overflow",
    CheckKind.DIVISION_BY_ZERO: "division",
    CheckKind.RECURSION_DEPTH: "recursion",
}
SILENT = frozenset({"index", "signed overflow"})


@dataclass(frozen=True)
class Truth:
    """Outcomes of all runs: failing checks, and whether some run ends."""

    failures: frozenset[str]
    some_end: bool


def truth_of(program: JProgram) -> Truth:
    """Return all runs."""
    outcomes = {program.outcome(values) for values in program.all_inputs()}
    return Truth(frozenset(outcomes - {"ends", "unwanted", "endless"}), "ends" in outcomes)


def verdict_on(program: JProgram, engine: str, form: QuantifierForm, folder: Path, seconds: float) -> Verdict:
    """Return the verdict of ``engine`` on ``program``."""
    path = folder / "program.j"
    path.write_text(program.text, encoding="utf-8")
    return check(
        Request(
            (path,),
            ASSERTIONS if program.is_silent else DEFAULT_OF_J,
            entry="",
            bounds=Bounds(program.bits, program.elements, program.depth, form),
            engine=engine,
            time_limit=seconds,
            confirmation=Confirmation.FAST,
        )
    ).verdict


def disagreement(program: JProgram, truth: Truth, verdict: Verdict) -> str | None:
    """Return the reason why ``verdict`` is wrong; ``None`` if it is not."""
    asked = frozenset({"assertion"}) if program.is_silent else frozenset(KINDS.values())
    match verdict:
        case Safe() if truth.failures:
            return f"safe, but runs fail: {', '.join(sorted(truth.failures))}"
        case Unsafe(violated=violated) if KINDS[violated.kind] not in truth.failures & asked:
            return f"unsafe by {violated.kind.value}, but runs fail only by {', '.join(sorted(truth.failures)) or 'nothing'}"
        case _:
            return None


def _tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(arguments: list[str] | None = None) -> int:
    """Run the campaign; see the module."""
    parser = argparse.ArgumentParser(description="compare engines with all runs of generated J programs")
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--to", dest="end", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10.0)
    options = parser.parse_args(arguments)
    counts: Counter[str] = Counter()
    wrong = 0
    with TemporaryDirectory(prefix="j-campaign-") as name:
        for seed in range(options.first, options.end):
            program = j_program(seed)
            truth = truth_of(program)
            counts["programs that fail" if truth.failures else "programs that hold"] += 1
            form = list(QuantifierForm)[seed % 3]
            for engine in ("bmc", *([OTHERS[seed // 4 % len(OTHERS)]] if seed % 4 == 0 else [])):
                verdict = verdict_on(program, engine, form, Path(name), options.seconds)
                counts[f"{engine}: {type(verdict).__name__}"] += 1
                if isinstance(verdict, Safe) and not truth.some_end:
                    counts[f"{engine}: Safe where no run ends, not found out in time"] += 1
                if reason := disagreement(program, truth, verdict):
                    wrong += 1
                    _tell(f"seed {seed}, {engine}, {form.value}: {reason}\n{program.text}")
            if seed % 100 == 99:
                _tell(f"{seed + 1}: {dict(sorted(counts.items()))}")
    _tell(f"{options.end - options.first} programs, {wrong} disagreements, {dict(sorted(counts.items()))}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
