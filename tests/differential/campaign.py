r"""Campaign: generated programs, verdicts of every engine, and native runs on all inputs.

Each program is run natively on every input (`campaign_runtime/every_run.c`), which decides
whether some run fails; then engines check it through the whole pipeline: some every program, the
others in rotation (`engines_for`). ``safe`` for a failing program and ``unsafe`` for another one
are disagreements: they are printed with the program, and the exit code is 1. Results are
appended as they are computed, and finished seeds are skipped:

    PYTHONPATH=src:tests python -m differential.campaign --from 0 --to 1000 --seconds 3 \
        --results campaign.jsonl
"""

import argparse
import json
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from differential.campaign_programs import Draft, Kind, draft_of
from differential.horn_campaign import clauses_of
from differential.native import object_of, output_of
from surefoot.base.errors import SurefootError
from surefoot.base.supervision import Channel, JobReturned, ResourceLimits, supervise
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.program.properties import UNREACH_CALL
from surefoot.verify.pipeline import check
from surefoot.verify.request import Request

RUNTIME = Path(__file__).parent / "campaign_runtime"
EVERYWHERE = ("auto", "bmc")
"""The engines that are asked about every program."""
BY_TURNS = (
    "kind",
    "ic3",
    "euf",
    "bkind",
    "cegar",
    "probe",
    "explicit",
    "ufo",
    "spacer",
    "accelerate",
    "ring",
    "aig",
    "summaries",
    "track",
    "fuzz",
    "horn",
)
"""The engines that are asked about some."""
AT_A_TIME = 3
"""How many of the latter are asked about a program."""
ATTEMPTS = 30


@dataclass(frozen=True, slots=True)
class EveryRun:
    """Outcomes of the runs on all inputs."""

    fails: bool
    observed: tuple[float, ...]


def every_run(text: str, folder: Path) -> EveryRun | None:
    """Return the outcomes of all runs of the program; ``None`` if they are too many."""
    source = folder / "every.c"
    source.write_text(text)
    runtime = folder / "every_run.o"
    if not runtime.exists():
        object_of(RUNTIME / "every_run.c", folder)
    printed = output_of([source, runtime], folder, "-include", str(RUNTIME / "every_run.h"), seconds=300)
    assert printed is not None, "a generated program does not end"
    *observed, last = printed.splitlines()
    if last == "too many":
        return None
    return EveryRun(last == "fails", tuple(map(float.fromhex, observed)))


@dataclass(frozen=True, slots=True)
class Labelled:
    """A program with a check, and whether some run fails it."""

    kind: Kind
    text: str
    fails: bool
    loops: tuple[str, ...]


def kind_of(seed: int) -> Kind:
    """Return the kind of program for ``seed``, in rotation."""
    return list(Kind)[seed % len(Kind)]


def engines_for(seed: int) -> tuple[str, ...]:
    """Return the engines that check the program of ``seed``: every engine gets programs of all
    kinds, equally often.
    """
    first = seed // len(Kind) * AT_A_TIME
    return (*EVERYWHERE, *(BY_TURNS[(first + number) % len(BY_TURNS)] for number in range(AT_A_TIME)))


def labelled_program(seed: int, folder: Path) -> Labelled:
    """Return the program of ``seed``: a value is observed first, then a check is made that fails,
    or just does not.
    """
    kind = kind_of(seed)
    for attempt in range(ATTEMPTS):
        draft = draft_of(kind, seed, attempt)
        found = every_run(draft.with_statement(f"observe({draft.observed});"), folder)
        if found is None or len(found.observed) < 2:
            continue
        text = draft.with_statement(_check(draft, found.observed, random.Random(f"check {seed}")))
        truth = every_run(text, folder)
        if truth is not None:
            return Labelled(kind, text, truth.fails, tuple(loop.value for loop in draft.loops))
    raise AssertionError(f"seed {seed}: no program with few runs")


def _check(draft: Draft, observed: Sequence[float], choose: random.Random) -> str:
    """Return a check of the observed value that is about to fail, or fails."""
    numbers = sorted(value for value in observed if not math.isnan(value))
    name = draft.observed
    if not numbers:
        return f"if ({name} {choose.choice(('==', '!='))} {name}) reach_error();"
    low, high, some = (_literal(value, draft.kind) for value in (numbers[0], numbers[-1], choose.choice(numbers)))
    between = [value for value in _near(numbers, draft.kind) if value not in numbers]
    conditions = [f"{name} == {some}", f"{name} >= {high}", f"{name} <= {low}", f"{name} != {some}"]
    if choose.random() < 0.55:
        conditions = [f"{name} > {high}"]
        conditions += [f"{name} < {low}"] if draft.kind is Kind.FLOATS or numbers[0] > 0 else []
        conditions += [f"{name} == {_literal(choose.choice(between), draft.kind)}"] * 2 if between else []
    if draft.kind is Kind.FLOATS:
        conditions.append(f"{name} != {name}")
    return f"if ({choose.choice(conditions)}) reach_error();"


def _near(numbers: Sequence[float], kind: Kind) -> list[float]:
    """Return values next to the observed ones."""
    if kind is Kind.FLOATS:
        return [near for value in numbers if math.isfinite(value) for near in (value + 1, value / 2, -value)]
    return [near for value in numbers for near in (value - 1, value + 1) if near >= 0]


def _literal(value: float, kind: Kind) -> str:
    if kind is not Kind.FLOATS:
        return f"{int(value)}u"
    if math.isinf(value):
        return "(1.0 / 0.0)" if value > 0 else "(-1.0 / 0.0)"
    return f"({value.hex()})"


@dataclass(frozen=True, slots=True)
class Answer:
    """Result of an engine: ``safe``, ``unsafe`` or the reason of an unknown verdict."""

    engine: str
    verdict: str
    seconds: float

    @property
    def is_decided(self) -> bool:
        return self.verdict in {"safe", "unsafe"}

    def contradicts(self, *, fails: bool) -> bool:
        """Return whether the opposite happens."""
        return self.verdict == ("safe" if fails else "unsafe")


@dataclass(frozen=True, slots=True)
class Result:
    """Result of one seed."""

    seed: int
    kind: str
    fails: bool
    loops: tuple[str, ...]
    answers: tuple[Answer, ...]

    def wrong(self) -> list[Answer]:
        """Return the answers that are no truth."""
        return [answer for answer in self.answers if answer.contradicts(fails=self.fails)]


def result_of(seed: int, engines: Iterable[str], seconds: float, folder: Path) -> tuple[Result, str]:
    """Return the results of the engines for the program of ``seed``, and its text."""
    program = labelled_program(seed, folder)
    source = folder / "checked.c"
    source.write_text(program.text)
    answers = []
    for engine in engines:
        begun = time.monotonic()
        answers.append(Answer(engine, _verdict(source, engine, seconds), round(time.monotonic() - begun, 2)))
    return Result(seed, program.kind.value, program.fails, program.loops, tuple(answers)), program.text


def _verdict(source: Path, engine: str, seconds: float) -> str:
    """Return the verdict of ``engine`` on the program; `horn` checks its clauses."""
    if engine != "horn":
        return in_words(check(Request((source,), UNREACH_CALL, engine=engine, time_limit=seconds)).verdict)
    try:
        text = clauses_of(source, UNREACH_CALL)
    except SurefootError:
        text = None
    if text is None:
        return "no clauses"
    clauses = source.with_suffix(".smt2")
    clauses.write_text(text)
    return in_words(check(Request((clauses,), engine=engine, time_limit=seconds)).verdict)


def in_words(verdict: Verdict) -> str:
    """Return the verdict, or why there is none."""
    match verdict:
        case Safe():
            return "safe"
        case Unsafe():
            return "unsafe"
        case Unknown(why=why):
            return why.value


def read_results(path: Path) -> list[Result]:
    """Return the results that were written so far."""
    if not path.exists():
        return []
    results = []
    for line in path.read_text().splitlines():
        fields = json.loads(line)
        answers = tuple(Answer(**answer) for answer in fields.pop("answers"))
        results.append(Result(**{**fields, "loops": tuple(fields["loops"])}, answers=answers))
    return results


def table(results: Sequence[Result]) -> str:
    """Return the results as text."""
    lines = [f"programs: {len(results)}"]
    for kind in Kind:
        some = [result for result in results if result.kind == kind.value]
        failing = sum(result.fails for result in some)
        lines.append(f"  {kind.value}: {len(some)}, of which {failing} fail and {len(some) - failing} do not")
    loops = Counter(loop for result in results for loop in result.loops)
    lines.append("loops whose rounds are limited by " + ", ".join(f"{name}: {loops[name]}" for name in sorted(loops)))
    for engine in dict.fromkeys(answer.engine for result in results for answer in result.answers):
        said = [(result, answer) for result in results for answer in result.answers if answer.engine == engine]
        counts = Counter(answer.verdict for _, answer in said)
        wrong = sum(answer.contradicts(fails=result.fails) for result, answer in said)
        unknown = sum(not answer.is_decided for _, answer in said)
        reasons = ", ".join(
            f"{name}: {count}" for name, count in counts.most_common() if name not in {"safe", "unsafe"}
        )
        lines.append(
            f"{engine}: {counts['safe']} safe, {counts['unsafe']} unsafe, {unknown} unknown ({reasons}); disagreements: {wrong}"
        )
    return "\n".join(lines)


def _job(seed: int, engines: Sequence[str], seconds: float, folder: Path, _channel: Channel) -> list[str]:
    """Return the result of ``seed`` as a line, and what there is to complain about; in a process of
    its own, because libraries may crash.
    """
    result, text = result_of(seed, engines, seconds, folder)
    wrong = [f"DISAGREEMENT: seed {seed}, {answer.engine} says {answer.verdict}\n{text}\n" for answer in result.wrong()]
    return [json.dumps(asdict(result)), "".join(wrong)]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compare all engines with all runs of generated programs.")
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first seed")
    parser.add_argument("--to", type=int, default=1000, help="the seed after the last")
    parser.add_argument("--seconds", type=float, default=3.0, help="the time limit of an engine")
    parser.add_argument("--engines", help="names or specs, with semicolons between them (default: all, in rotation)")
    parser.add_argument("--results", type=Path, default=Path("campaign.jsonl"), help="where results are written")
    chosen = parser.parse_args(arguments)
    done = {result.seed for result in read_results(chosen.results)}
    with TemporaryDirectory() as name, chosen.results.open("a", encoding="utf-8") as out:
        for seed in range(chosen.first, chosen.to):
            if seed in done:
                continue
            engines = chosen.engines.split(";") if chosen.engines else engines_for(seed)
            job = partial(_job, seed, engines, chosen.seconds, Path(name))
            outcome = supervise(job, ResourceLimits(), lambda _progress: None).outcome
            if not isinstance(outcome, JobReturned):
                sys.stdout.write(f"NO RESULT: seed {seed}, {outcome}\n")
                continue
            line, complaint = outcome.value
            out.write(line + "\n")
            out.flush()
            sys.stdout.write(complaint)
            sys.stdout.flush()
    results = read_results(chosen.results)
    sys.stdout.write(table(results) + "\n")
    return int(any(result.wrong() for result in results))


if __name__ == "__main__":
    sys.exit(main())
