"""The table of rules: which checks decide a report, by rule of the analyser and its message."""

import re
from enum import Enum

from surefoot.base.records import dataclass


class CheckPlace(Enum):
    """Relation of the decisive checks to the region that an analyser reports."""

    INSIDE = "in the region"
    START = "at the first column of the region"
    VARIABLE = "of the variable without a value that the path names, in the region"
    PROGRAM_END = "at the end of the program"


@dataclass(frozen=True, slots=True)
class TriageRule:
    """The checks that decide the reports with a rule and a message.

    A report is refuted only if every check of ``kinds`` on its line holds, and one is at ``place``.
    It is confirmed by a violation on its line whose text contains ``manner``.
    """

    rule: str
    """Regular expression for the whole rule identifier or CWE number."""
    message: str
    """Regular expression that occurs in the message."""
    kinds: tuple[str, ...]
    properties: tuple[str, ...]
    place: CheckPlace = CheckPlace.INSIDE
    manner: str = ""
    needs_no_call: bool = False
    """True if reports about calls are not refuted, because what they pass is not checked."""


RULES = (
    TriageRule(
        r"core\.(?:NullDereference|FixedAddressDereference)|CWE-476",
        "",
        ("invalid-dereference",),
        ("valid-deref",),
        manner="null pointer",
        needs_no_call=True,
    ),
    TriageRule(r"core\.DivideZero|CWE-369", "", ("division-by-zero",), ("division",)),
    TriageRule(r"core\.BitwiseShift", "right operand", ("shift",), ("shift",)),
    TriageRule(
        r"security\.ArrayBound|alpha\.security\.ArrayBound(?:V2)?|CWE-(?:119|120|125|787)",
        "",
        ("invalid-dereference", "array-index"),
        ("valid-deref", "array-index"),
        CheckPlace.START,
        needs_no_call=True,
    ),
    TriageRule(r"unix\.Malloc|CWE-401", "^Potential (?:memory )?leak", ("memory-leak",), ("valid-memtrack",), CheckPlace.PROGRAM_END),
    TriageRule(
        r"unix\.Malloc|CWE-416",
        "^Use of ",
        ("invalid-dereference",),
        ("valid-deref",),
        manner="use-after",
        needs_no_call=True,
    ),
    TriageRule(r"unix\.Malloc|CWE-415", "already released|released memory", ("invalid-free",), ("valid-free",), manner="double free"),
    TriageRule(r"unix\.Malloc|CWE-590", r"^Argument to 'free\(\)'", ("invalid-free",), ("valid-free",)),
    TriageRule(
        r"core\.(?:uninitialized\.\w+|UndefinedBinaryOperatorResult|CallAndMessage)|CWE-457",
        "garbage|uninitialized",
        ("uninitialised",),
        ("uninitialised",),
        CheckPlace.VARIABLE,
    ),
)  # fmt: skip
"""The first entry that fits a report counts."""


def rule_of(identifier: str, message: str) -> TriageRule | None:
    """Return the rule for reports of ``identifier`` with ``message``; None if no check decides them."""
    fitting = (each for each in RULES if re.fullmatch(each.rule, identifier) and re.search(each.message, message))
    return next(fitting, None)
