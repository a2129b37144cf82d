"""What a run depends on: the inputs in order, before the run itself."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from surefoot.report.c.strings import with_strings
from surefoot.report.document import Document


def inputs_of(steps: Sequence[Document]) -> list[str]:
    """The inputs of a run as assignments; the same one several times in a row is told once."""
    taken = [change for step in steps for change in step["changes"] if change.get("origin") == "input"]
    return _counted(f"{change['name']} = {change['value']}" for change in with_strings(taken))


def values_taken(trace: Document) -> list[str]:
    """The unknown values of a run in the order in which it takes them, for where its steps are not known: nothing says what they are for."""
    return _counted(str(choice["value"]) for choice in trace["choices"] if "value" in choice)


def _counted(told: Iterable[str]) -> list[str]:
    counted = ((text, len(list(same))) for text, same in groupby(told))
    return [f"{text} ({number} times)" if number > 1 else text for text, number in counted]
