"""The functions whose results decide about a static function: its nearest callers that are checked
themselves.
"""

from collections.abc import Collection

from surefoot.base.records import dataclass
from surefoot.project.call_graph import DefinitionKey, ProjectGraph


@dataclass(frozen=True, slots=True)
class DecidingCallers:
    """The callers that are checked themselves, and all callers on the way to them, these included."""

    checked: tuple[DefinitionKey, ...]
    passed: tuple[DefinitionKey, ...]


def deciding_callers(
    symbol: DefinitionKey, graph: ProjectGraph, own: Collection[DefinitionKey], deferred: Collection[DefinitionKey]
) -> DecidingCallers:
    """Return the functions of the project (``own``) that reach ``symbol`` through static functions that
    their callers decide about (``deferred``).
    """
    checked: dict[DefinitionKey, None] = {}
    passed: dict[DefinitionKey, None] = {}
    pending = [symbol]
    while pending:
        for caller in graph.callers(pending.pop()):
            if caller in own and caller not in passed and caller != symbol:
                passed[caller] = None
                if caller in deferred:
                    pending.append(caller)
                else:
                    checked[caller] = None
    return DecidingCallers(tuple(checked), tuple(passed))
