"""``surefoot bench``: verification of many tasks, and their scores."""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence

from surefoot.base.errors import EnvironmentFault, InputError, UsageError
from surefoot.base.supervision import caught_signals
from surefoot.base.text import printable
from surefoot.bench.results import ResultFile, Row, merged_rows, read_rows
from surefoot.bench.runner import Conditions, RunningTask, run_all
from surefoot.bench.selection import Pair, missing_files, select, shard_of
from surefoot.bench.summary import changes, shares, table
from surefoot.bench.task_table import TableStyle, task_table
from surefoot.cli.limits import LIMITS
from surefoot.cli.output import ExitCode, end_by, print_error, print_output, write_report
from surefoot.engines.registry import make_engine
from surefoot.report.text.terminal import StatusLine

_BAR_CHARACTERS = 24


def run(options: Namespace) -> ExitCode:
    """Run the tasks that are not in the result file yet, then print the table; a wrong answer ends
    with exit code 1.
    """
    make_engine(options.engine)  # reports a wrong option once, not for each task
    pairs = select(options.tasks, options.property, options.sample, options.seed)
    if options.shard is not None:
        pairs = shard_of(pairs, *options.shard)
    if options.plot is not None and not options.plot.absolute().parent.is_dir():
        raise UsageError(f"cannot write {options.plot}: its folder does not exist; create it first")
    if options.merge:
        return _merge(pairs, options)
    if gone := missing_files(pairs):
        raise InputError(f"{len(gone)} of {len(pairs)} task files do not exist, such as {gone[0]}")
    old = read_rows(options.compare) if options.compare is not None else None
    conditions = Conditions(options.engine, options.limit, options.memory, options.jobs)
    done = _finished_rows(options, conditions)
    result_file = ResultFile(options.out)
    result_file.begin(done.values())
    rows = [done[pair.key()] for pair in pairs if pair.key() in done]
    if rows:
        print_error(f"resuming: {len(rows)} of {len(pairs)} tasks are in {options.out} already; --fresh starts over")
    stopped = _run(pairs, rows, result_file, conditions, options.cluster)
    _print_summary(pairs, rows, old, options)
    if isinstance(stopped, EnvironmentFault):
        raise stopped
    if stopped is not None:
        end_by(stopped)
    return ExitCode.UNSAFE if any(row.correct == "wrong" for row in rows) else ExitCode.SAFE


def _merge(pairs: Sequence[Pair], options: Namespace) -> ExitCode:
    """Write the rows of the tables to merge into the result file, and print the summary."""
    if options.shard is not None:
        raise UsageError("--merge is about all tasks; leave out --shard")
    rows = merged_rows(options.merge)
    known = {pair.key() for pair in pairs}
    if foreign := [row for row in rows if row.key() not in known]:
        raise InputError(f"{foreign[0].yml} {foreign[0].property} is none of the tasks of {options.tasks}")
    old = read_rows(options.compare) if options.compare is not None else None
    ResultFile(options.out).begin(rows)
    _print_summary(pairs, rows, old, options)
    missing = len(known) - len(rows)
    if missing:
        print_error(f"{missing} of {len(known)} tasks have no row; without --merge, the same command runs them")
    if any(row.correct == "wrong" for row in rows):
        return ExitCode.UNSAFE
    return ExitCode.UNKNOWN if missing else ExitCode.SAFE


def _print_summary(pairs: Sequence[Pair], rows: Sequence[Row], old: Sequence[Row] | None, options: Namespace) -> None:
    """Print the table by set and the changes since the rows ``old``, or the table of tasks; draw
    the plots.
    """
    if options.plot is not None:
        from surefoot.bench.plots import plots  # most runs draw none

        write_report(options.plot, plots(rows, old))
    if options.table is not None:
        lines = list(task_table(rows, options.columns, TableStyle(options.table)))
        print_output("".join(f"{printable(line)}\n" for line in lines))
        return
    groups = {pair.key(): pair.group for pair in pairs}
    lines = [*table(rows, groups), *shares(rows)]
    if old is not None:
        lines += ["", f"since {options.compare}:", *changes(old, rows)]
    print_output("".join(f"{printable(line)}\n" for line in lines))


def _rows(
    pairs: Sequence[Pair],
    conditions: Conditions,
    cluster: str | None,
    is_stopped: Callable[[], bool],
    watch: Callable[[Sequence[RunningTask]], None],
) -> Iterator[Row]:
    """Return the rows of ``pairs`` as they end, here or on a cluster."""
    if cluster is None:
        return run_all(pairs, conditions, is_stopped, watch)
    from surefoot.bench.cluster import run_on_cluster

    return run_on_cluster(pairs, conditions, cluster, is_stopped, watch)


def _run(
    pairs: Sequence[Pair], rows: list[Row], result_file: ResultFile, conditions: Conditions, cluster: str | None
) -> int | EnvironmentFault | None:
    """Add a row for each pair that has none; return the signal or the fault that stopped it early."""
    present = {row.key() for row in rows}
    waiting = [pair for pair in pairs if pair.key() not in present]
    status = StatusLine()
    fault: EnvironmentFault | None = None
    with caught_signals() as signals:
        for row in _rows(
            waiting,
            conditions,
            cluster,
            is_stopped=lambda: bool(signals),
            watch=lambda running: status.show(_progress(rows, len(pairs), running)),
        ):
            rows.append(row)
            status.clear()
            if row.correct == "wrong" or row.verdict in {"crash", "error"}:
                word = "WRONG" if row.correct == "wrong" else row.verdict
                print_error(f"{word}: {row.yml} {row.property}: verdict {row.verdict}: {row.reason}")
            elif not sys.stderr.isatty() and len(rows) % LIMITS.bench_message_rows == 0:
                print_error(_progress(rows, len(pairs), ()))
            try:
                result_file.append(row)
            except EnvironmentFault as error:
                fault = error
                break
    status.clear()
    if signals:
        print_error(f"interrupted after {len(rows)} of {len(pairs)} tasks; run the same command to resume")
    return signals[0] if signals else fault


def _finished_rows(options: Namespace, conditions: Conditions) -> dict[tuple[str, str], Row]:
    """Return the rows of an earlier run in the same result file; raises `UsageError` if its
    conditions differ.
    """
    if options.fresh or not options.out.exists():
        if not options.out.absolute().parent.is_dir():
            raise UsageError(f"cannot write {options.out}: its folder does not exist")
        return {}
    rows = read_rows(options.out)
    now = conditions.columns()
    for row in rows:
        if other := [f"{name} {was or 'not recorded'}" for name, was in row.conditions().items() if was != now[name]]:
            raise UsageError(
                f"{options.out} holds results with {', '.join(other)}; add --fresh, or choose another --out"
            )
    return {row.key(): row for row in rows}


def _progress(rows: Sequence[Row], total: int, running: Sequence[RunningTask]) -> str:
    filled = _BAR_CHARACTERS * len(rows) // total
    correct = sum(row.correct == "correct" for row in rows)
    wrong = sum(row.correct == "wrong" for row in rows)
    score = sum(row.score() for row in rows)
    now = ", ".join(f"{task.pair.path.stem} {task.seconds:.0f} s" for task in running)
    bar = "█" * filled + "·" * (_BAR_CHARACTERS - filled)
    return f"{bar} {len(rows)}/{total}  correct {correct}  wrong {wrong}  score {score}" + (
        f"  ·  {now}" if now else ""
    )
