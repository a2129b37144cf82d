"""The table of functions that were proved one by one."""

from collections.abc import Iterator, Sequence
from typing import Any


def parts_table(functions: Sequence[dict[str, Any]]) -> Iterator[str]:
    """One line a function, if there are any."""
    if not functions:
        return
    width = max(len(each["function"]) for each in functions)
    yield ""
    for each in functions:
        several = "s" * (len(each["contracts_used"]) > 1)
        told = [f"with the contract{several} of {', '.join(each['contracts_used'])}"] if each["contracts_used"] else []
        if each["runs_body_because"]:
            told.append(f"its calls run its body: it {each['runs_body_because']}")
        if each["verdict"] != "safe":
            told.append(each["summary"])
        yield f"  {each['function']:<{width}}  {each['verdict']:<8}  {'; '.join(told)}".rstrip()
