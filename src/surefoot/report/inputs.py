"""What a run depends on: the inputs in order, before the run itself."""

from collections.abc import Sequence
from typing import Any

from surefoot.report.strings import with_strings

Document = dict[str, Any]


def inputs_of(steps: Sequence[Document]) -> list[str]:
    """The inputs of a run as assignments."""
    taken = [change for step in steps for change in step["changes"] if change.get("origin") == "input"]
    return [f"{change['name']} = {change['value']}" for change in with_strings(taken)]
