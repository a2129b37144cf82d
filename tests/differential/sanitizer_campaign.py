r"""Campaign: generated programs with pointers, heap and signed arithmetic against gcc's sanitizers
on all inputs.

Each program is compiled with the sanitizers and run on every input; then surefoot decides every
check, not only the first violation. Each sanitizer report has to be a violation of the same kind
in the same line; each violation has to be reported on the inputs of its trace; no reported check
is proved. Otherwise there is a disagreement: it is printed with the program, and the exit code
is 1. Results are appended as they are computed, and finished seeds are skipped:

    PYTHONPATH=src:tests python -m differential.sanitizer_campaign --from 0 --to 500 \
        --results sanitizers.jsonl
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from differential.sanitized_programs import INPUTS, SanitizedPrograms
from differential.sanitizers import Reported, SanitizedRuns
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.base.supervision import Channel, End, JobReturned, JobStopped, ResourceLimits, supervise
from surefoot.certify.survey import CheckResult, Status, Survey
from surefoot.certify.verdicts import Safe, Unknown
from surefoot.engines.registry import make_engine
from surefoot.evidence.claims import Goal
from surefoot.program.properties import DEFAULT
from surefoot.program.statements import CheckKind
from surefoot.program.trace import Chosen
from surefoot.smt.registry import SolverFactory
from surefoot.verify.deciding import Statistics, decide
from surefoot.verify.loading import load
from surefoot.verify.request import Request

PROGRAMS = 4
"""How many programs are in a file."""
CARELESS = (0.0, 0.05, 0.1, 0.25)
Inputs = tuple[int, ...]
Place = tuple[CheckKind, int]
"""What goes wrong and in which line; leaks have none."""


@dataclass(frozen=True, slots=True)
class Result:
    """Result of the file of one seed: programs, failing programs by kind, verdict, undecided
    checks, and disagreements.
    """

    seed: int
    programs: int
    failing: int
    reported: tuple[str, ...]
    verdict: str
    undecided: int
    disagreements: tuple[str, ...]


def programs_of(seed: int) -> SanitizedPrograms:
    """Return some programs are more careless than others."""
    return SanitizedPrograms(seed, PROGRAMS, CARELESS[seed % len(CARELESS)])


def result_of(seed: int, seconds: float, folder: Path) -> tuple[Result, str]:
    """Return the comparison of surefoot and the sanitizers on the file of ``seed``, and its text."""
    source = folder / "checked.c"
    text = programs_of(seed).text()
    source.write_text(text)
    runs = SanitizedRuns(folder)
    every_input: Iterable[Inputs] = product(range(PROGRAMS), range(INPUTS), range(INPUTS))
    reports = {values: runs.on(values) for values in every_input}
    survey = survey_of(source, seconds)
    match survey.verdict:
        case Unknown(why=why):
            verdict = why.value
        case decided:
            verdict = type(decided).__name__.lower()
    found = {report.kind.name for report in reports.values() if report is not None}
    failing = {which for (which, *_), report in reports.items() if report is not None}
    undecided = sum(result.status is Status.UNDECIDED for result in survey.results)
    complaints = tuple(disagreements(survey, reports))
    return Result(seed, PROGRAMS, len(failing), tuple(sorted(found)), verdict, undecided, complaints), text


def survey_of(source: Path, seconds: float | None) -> Survey:
    """Return the decision of each check of the default property, within ``seconds``."""
    request = Request((source,), DEFAULT, time_limit=seconds, stop_at_first=False)
    budget = Budget.seconds(seconds)
    goal = Goal(load(request, budget).program, DEFAULT, accepts_partial_claims=True)
    solvers = SolverFactory(budget=budget)
    return decide(goal, make_engine(request.engine), request.decision_options, solvers, budget, Statistics(), ignore)


def disagreements(survey: Survey, reports: Mapping[Inputs, Reported | None]) -> list[str]:
    """Return the differences between decisions and reports, as text."""
    violations = [(result, _inputs_of(result), _place_of(result)) for result in survey.results if result.violation]
    complaints = []
    for result, values, place in violations:
        real = reports.get(values)
        if real is None:
            complaints.append(f"{place} is violated on {values}, and nothing is reported")
        elif (real.kind, real.line) != place and not real.may_go_on:
            complaints.append(f"{place} is violated on {values}, and {real} is reported: {result.text}")
    found = {place for *_, place in violations}
    open_kinds = {result.site.kind for result in survey.results if result.status is Status.UNDECIDED}
    for values, real in reports.items():
        if real is None or not real.is_certain or (real.kind, real.line) in found:
            continue
        if isinstance(survey.verdict, Safe):
            complaints.append(f"safe, but {real} is reported on {values}")
        elif real.kind not in open_kinds:
            complaints.append(f"{real} on {values} is no violation, and every check of its kind has an answer")
    return complaints


def _inputs_of(result: CheckResult) -> Inputs:
    """Return the inputs of the run of a violation, which the program reads first."""
    assert result.violation is not None
    chosen = [choice.value for choice in result.violation.trace.choices if isinstance(choice, Chosen)]
    values = [value for value in chosen if isinstance(value, int)][:3]
    return tuple(values + [0] * (3 - len(values)))


def _place_of(result: CheckResult) -> Place:
    assert result.violation is not None
    violated = result.violation.violated
    if violated.kind is CheckKind.MEMORY_LEAK or violated.span is None:
        return violated.kind, 0
    return violated.kind, violated.span.line


def read_results(path: Path) -> list[Result]:
    """Return the results that were written so far."""
    lines = path.read_text().splitlines() if path.exists() else []
    entries = map(json.loads, lines)
    return [
        Result(**{**entry, "reported": tuple(entry["reported"]), "disagreements": tuple(entry["disagreements"])})
        for entry in entries
    ]


def table(results: Sequence[Result]) -> str:
    """Return the results as text."""
    wrong = [result.seed for result in results if result.disagreements]
    programs, failing = (sum(getattr(result, name) for result in results) for name in ("programs", "failing"))
    lines = [
        f"programs: {programs} in {len(results)} files, sanitizers report something about {failing}; disagreements: {len(wrong)}"
    ]
    kinds = Counter(kind for result in results for kind in result.reported)
    lines += [f"  {CheckKind[kind].value}: {count} files" for kind, count in sorted(kinds.items())]
    verdicts = Counter(result.verdict for result in results)
    lines.append("verdicts: " + ", ".join(f"{name}: {count}" for name, count in verdicts.most_common()))
    lines.append(f"files with checks that are not decided: {sum(bool(result.undecided) for result in results)}")
    lines += [f"disagreement: seed {seed}" for seed in wrong]
    return "\n".join(lines)


def _job(seed: int, seconds: float, folder: Path, _channel: Channel) -> list[str]:
    """Return the result of ``seed`` as a line, and what there is to complain about; in a process of
    its own, because libraries may crash.
    """
    result, text = result_of(seed, seconds, folder)
    complaint = f"DISAGREEMENT: seed {seed}\n{text}\n" if result.disagreements else ""
    return [json.dumps(asdict(result)), complaint + "".join(f"{each}\n" for each in result.disagreements)]


def _load_libraries() -> None:
    """Check something, so that what is loaded where it is used is loaded once and not in each child."""
    with TemporaryDirectory() as name:
        source = Path(name) / "small.c"
        source.write_text("int main(int n, char **v) { int a[2] = {n, 1}; return a[n & 1]; }")
        survey_of(source, 5.0)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compare surefoot with gcc's sanitizers on generated programs.")
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first seed")
    parser.add_argument("--to", type=int, default=500, help="the seed after the last; each has four programs")
    parser.add_argument("--seconds", type=float, default=10.0, help="the time limit of a check")
    parser.add_argument("--results", type=Path, default=Path("sanitizers.jsonl"), help="where results are written")
    chosen = parser.parse_args(arguments)
    done = {result.seed for result in read_results(chosen.results)}
    _load_libraries()
    with TemporaryDirectory() as name, chosen.results.open("a", encoding="utf-8") as out:
        for seed in range(chosen.first, chosen.to):
            if seed in done:
                continue
            job = partial(_job, seed, chosen.seconds, Path(name))
            outcome = supervise(job, ResourceLimits(), lambda _progress: None).outcome
            if not isinstance(outcome, JobReturned):
                sys.stdout.write(f"NO RESULT: seed {seed}, {outcome}\n")
                if isinstance(outcome, JobStopped) and outcome.end is End.INTERRUPT:
                    break
                continue
            line, complaint = outcome.value
            out.write(line + "\n")
            out.flush()
            sys.stdout.write(complaint)
            sys.stdout.flush()
    results = read_results(chosen.results)
    sys.stdout.write(table(results) + "\n")
    return int(any(result.disagreements for result in results))


if __name__ == "__main__":
    sys.exit(main())
