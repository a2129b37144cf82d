"""Selection of tasks: from a table or a folder, filtered and sampled."""

import csv
import random
from collections.abc import Sequence
from pathlib import Path

from surefoot.base.errors import InputError, UsageError
from surefoot.base.records import dataclass
from surefoot.verify.tasks import read_task


@dataclass(frozen=True, slots=True)
class Pair:
    """A task file and one of its properties.

    ``yml`` is the name of the file in the table, ``group`` its set, and ``subproperty`` that of the
    expected violation.
    """

    yml: str
    path: Path
    property: str
    expected: bool | None
    group: str
    subproperty: str = ""

    def key(self) -> tuple[str, str]:
        """Return the key of the pair in result tables."""
        return self.yml, self.property


def select(source: Path, property: str | None, sample: int | None, seed: int) -> list[Pair]:
    """Return the pairs of ``source``, a table or a folder, in its order.

    Raises `UsageError` when no pair is left.
    """
    if source.is_dir():
        pairs = _in_folder(source)
    elif source.exists():
        pairs = _in_table(source)
    else:
        raise InputError(f"{source}: no such file or folder")
    if not pairs:
        raise UsageError(f"{source} lists no tasks")
    if property is not None:
        known = sorted({pair.property for pair in pairs})
        pairs = [pair for pair in pairs if pair.property == property]
        if not pairs:
            raise UsageError(f"no task in {source} has property {property!r}; choose from {', '.join(known)}")
    if sample is None or sample >= len(pairs):
        return pairs
    chosen = sorted(random.Random(seed).sample(range(len(pairs)), sample))  # noqa: S311 a reproducible sample
    return [pairs[index] for index in chosen]


def shard_of(pairs: Sequence[Pair], number: int, count: int) -> list[Pair]:
    """Return shard ``number`` of ``count``: the shards are disjoint, and contain every pair.

    Requires: 1 <= number <= count.
    """
    return list(pairs[number - 1 :: count])


def _in_table(table: Path) -> list[Pair]:
    """Return the pairs of a table; paths are relative to the folder ``tasks`` beside it, or else to
    its own folder.
    """
    try:
        with table.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{table}: not a table of tasks: {error}") from None
    if not rows:
        return []
    missing = {"yml", "property"} - set(rows[0])
    if missing:
        raise InputError(f"{table}: column {', '.join(sorted(missing))} is missing")
    beside = table.parent / "tasks"
    return [
        Pair(
            yml=row["yml"],
            path=beside / row["yml"] if (beside / row["yml"]).exists() else table.parent / row["yml"],
            property=row["property"],
            expected=_truth(row.get("expected")),
            group=row.get("set") or Path(row["yml"]).parent.name,
            subproperty=row.get("subproperty") or "",
        )
        for row in rows
    ]


def _in_folder(folder: Path) -> list[Pair]:
    pairs = []
    for path in sorted(folder.rglob("*.yml")):
        task = read_task(path)
        name = str(path.relative_to(folder))
        pairs += [
            Pair(name, path, each.name, each.expected, path.parent.name, each.subproperty) for each in task.expectations
        ]
    return pairs


def _truth(text: str | None) -> bool | None:
    return {"true": True, "false": False}.get((text or "").lower())


def missing_files(pairs: Sequence[Pair]) -> list[Path]:
    """Return the task files that do not exist."""
    return [pair.path for pair in pairs if not pair.path.exists()]
