"""The tools: names, descriptions, arguments, and the parts of their answers."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from surefoot.base.records import dataclass

_TEXT: Final = {"type": "string"}
_LINE: Final = {"type": "integer", "minimum": 1}
_NAMES: Final = {"type": "array", "items": _TEXT}
_ROWS: Final = {"type": "array", "items": {"type": "object"}}
_COMMON: Final = {
    "schema": {"const": "surefoot-agent/1"},
    "truncated": {"type": "boolean", "description": "true if lists or texts were shortened"},
}
_OUTCOMES: Final = (
    "Outcomes: proved; proved-under-precondition (the callers establish it); precondition-unchecked; violated (with a "
    "run that was replayed); undecided; not-compiled."
)


@dataclass(frozen=True, slots=True)
class ToolDescription:
    """A tool; ``answer`` are the properties of its structured result."""

    name: str
    description: str
    arguments: Mapping[str, Any]
    required: Sequence[str]
    answer: Mapping[str, Any]

    @property
    def input_schema(self) -> dict[str, Any]:
        """JSON schema of the arguments."""
        return {
            "type": "object",
            "properties": dict(self.arguments),
            "required": [*self.required],
            "additionalProperties": False,
        }

    @property
    def output_schema(self) -> dict[str, Any]:
        """JSON schema of the structured result."""
        properties = {**_COMMON, **self.answer}
        return {"type": "object", "properties": properties, "required": [*properties]}


_FILE: Final = {**_TEXT, "description": "a C file, relative to a folder of the server or absolute"}

TOOLS: Final = (
    ToolDescription(
        "check",
        f"Check the functions of a C file, each with arbitrary arguments. {_OUTCOMES} Results are kept: only functions "
        "whose code changed are checked again.",
        {"file": _FILE, "functions": {**_NAMES, "description": "only these functions; default: all of the file"}},
        ("file",),
        {"functions": _ROWS, "errors": _ROWS, "summary": {"type": "object"}},
    ),
    ToolDescription(
        "check_snippet",
        f"Check C code that is no file. With `file`, the code stands in place of that file of the project. {_OUTCOMES}",
        {"code": _TEXT, "file": _FILE, "functions": _NAMES},
        ("code",),
        {"functions": _ROWS, "errors": _ROWS, "summary": {"type": "object"}},
    ),
    ToolDescription(
        "undecided",
        "List the undecided checks of a file with the reason, and how many iterations of each loop were explored "
        "without a violation.",
        {"file": _FILE, "functions": _NAMES},
        ("file",),
        {"checks": _ROWS, "errors": _ROWS},
    ),
    ToolDescription(
        "propose",
        "Try an ACSL contract of a function (`requires x > 0; ensures \\result >= 0;`) or an invariant of the loop in a "
        "line. The proposal is checked, never trusted; no file changes. `status` is proved, violated, undecided, "
        "insufficient (the function still has open checks), vacuous, unused or rejected; `patch` adds the annotation. With a contract, the callers are checked, too.",
        {
            "file": _FILE,
            "function": _TEXT,
            "contract": {**_TEXT, "description": "clauses requires, ensures, assigns"},
            "invariant": {**_TEXT, "description": "a formula over the variables at the loop head"},
            "line": {**_LINE, "description": "the line of the loop"},
        },
        ("file", "function"),
        {
            "status": _TEXT,
            "reason": _TEXT,
            "checks": _ROWS,
            "function": {"type": ["object", "null"]},
            "callers": _ROWS,
            "patch": _TEXT,
            "errors": _ROWS,
        },
    ),
    ToolDescription(
        "explain",
        "Explain a violation: the inputs, the run as steps with the values that change, the object of a memory error, "
        "and what to do.",
        {"file": _FILE, "function": _TEXT, "number": {"type": "integer", "minimum": 0, "default": 0}},
        ("file", "function"),
        {"violation": {"type": ["object", "null"]}, "reason": _TEXT},
    ),
    ToolDescription(
        "changes",
        "Check a file again, and list the functions whose outcome, violations or number of undecided checks differ "
        "from the last run, also one of an earlier session.",
        {"file": _FILE},
        ("file",),
        {"changed": _ROWS, "unchanged": {"type": "integer"}, "errors": _ROWS},
    ),
)
