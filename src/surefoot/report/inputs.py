"""What a run depends on: the inputs in order, before the run itself."""

from collections.abc import Sequence
from itertools import groupby

from surefoot.report.schema import Document
from surefoot.report.strings import with_strings


def inputs_of(steps: Sequence[Document]) -> list[str]:
    """The inputs of a run as assignments; the same one several times in a row is told once."""
    taken = [change for step in steps for change in step["changes"] if change.get("origin") == "input"]
    told = (f"{change['name']} = {change['value']}" for change in with_strings(taken))
    counted = ((text, len(list(same))) for text, same in groupby(told))
    return [f"{text} ({number} times)" if number > 1 else text for text, number in counted]
