r"""Campaign: generated programs with several calls of functions that have loops, with shared
and with copied function bodies.

    PYTHONPATH=src:tests python -m differential.calls_campaign --from 0 --to 200 --seconds 5 \
        --engines ic3 kind euf

A verdict that differs from the outcomes on all inputs is a disagreement: it is printed with the
program, and the exit code is 1.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from differential.calling_programs import Calling, calling_program
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.certify.verdicts import Safe, Unsafe, Verdict
from surefoot.engines.registry import make_engine
from surefoot.evidence.claims import Goal
from surefoot.program.properties import UNREACH_CALL
from surefoot.smt.registry import SolverFactory
from surefoot.systems.encode.encoding import Calls
from surefoot.verify.deciding import DecisionOptions, Statistics, decide

ENGINES = ("ic3", "kind", "euf", "bkind", "spacer")
WAYS = (Calls.SHARED, Calls.INLINE)


@dataclass(frozen=True, slots=True)
class Answer:
    """Verdict of an engine on a program."""

    engine: str
    calls: Calls
    verdict: Verdict

    def contradicts(self, *, fails: bool) -> bool:
        """Return whether the opposite happens."""
        return isinstance(self.verdict, Safe if fails else Unsafe)

    @property
    def word(self) -> str:
        return type(self.verdict).__name__.lower()


def answer(calling: Calling, engine: str, calls: Calls, seconds: float) -> Answer:
    """Return the verdict of ``engine`` with calls encoded by ``calls``."""
    budget = Budget.seconds(seconds)
    goal = Goal(calling.program, UNREACH_CALL, calls=calls)
    solvers = SolverFactory(budget=budget, check_models=True)
    survey = decide(goal, make_engine(engine), DecisionOptions(), solvers, budget, Statistics(), ignore)
    return Answer(engine, calls, survey.verdict)


def main(arguments: Sequence[str]) -> int:
    """Run the campaign; 1 if there is a disagreement."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--to", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--engines", nargs="+", default=ENGINES)
    options = parser.parse_args(arguments)
    counts: Counter[str] = Counter()
    wrong = 0
    with TemporaryDirectory() as folder:
        for seed in range(options.first, options.to):
            calling = calling_program(seed, Path(folder))
            for engine in options.engines:
                for calls in WAYS:
                    found = answer(calling, engine, calls, options.seconds)
                    counts[f"{engine} {calls.value} {found.word}"] += 1
                    if found.contradicts(fails=calling.fails):
                        wrong += 1
                        said = f"seed {seed}: {engine} {calls.value} says {found.word}"
                        sys.stdout.write(f"{said}\n{calling.text}\n")
                        sys.stdout.flush()
    for key, count in sorted(counts.items()):
        sys.stdout.write(f"{count:5} {key}\n")
    sys.stdout.write(f"{wrong} disagreements\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
