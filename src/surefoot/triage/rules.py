"""The table of rules: which checks decide a report, by rule of the analyser and its message."""

import re
from enum import Enum

from surefoot.base.records import dataclass
from surefoot.triage.reports import AnalyserReport


class CheckPlace(Enum):
    """Relation of the decisive checks to the region that an analyser reports."""

    INSIDE = "in the region"
    START = "at the first column of the region"
    VARIABLE = "of the variable without a value that the path names, in the region"
    PROGRAM_END = "at the end of the program"


class Manner(Enum):
    """Manner in which a check fails, where one kind of checks has several."""

    ANY = "any"
    NULL = "null pointer"
    ENDED = "object whose lifetime has ended"


@dataclass(frozen=True, slots=True)
class TriageRule:
    """The checks that decide the reports with a rule and a message.

    A report is refuted only if every check of ``kinds`` on its line holds, and one is at ``place``.
    It is confirmed by a violation on its line in this ``manner``.
    """

    rule: str
    """Regular expression for the whole rule identifier."""
    message: str
    """Regular expression that occurs in the message."""
    kinds: tuple[str, ...]
    properties: tuple[str, ...]
    place: CheckPlace = CheckPlace.INSIDE
    manner: Manner = Manner.ANY
    needs_no_call: bool = False
    """True if reports about calls are not refuted, because what they pass is not checked."""
    weaknesses: tuple[str, ...] = ()
    """CWE numbers of reports of other analysers, whatever their message."""


RULES = (
    TriageRule(
        r"core\.(?:NullDereference|FixedAddressDereference)",
        "",
        ("invalid-dereference",),
        ("valid-deref",),
        manner=Manner.NULL,
        needs_no_call=True,
        weaknesses=("CWE-476", "CWE-690"),
    ),
    TriageRule(r"core\.DivideZero", "", ("division-by-zero",), ("division",), weaknesses=("CWE-369",)),
    TriageRule(r"core\.BitwiseShift", "right operand", ("shift",), ("shift",)),
    TriageRule(
        r"security\.ArrayBound|alpha\.security\.ArrayBound(?:V2)?",
        "",
        ("invalid-dereference", "array-index"),
        ("valid-deref", "array-index"),
        CheckPlace.START,
        needs_no_call=True,
        weaknesses=("CWE-119", "CWE-120", "CWE-121", "CWE-122", "CWE-125", "CWE-126", "CWE-127", "CWE-787"),
    ),
    TriageRule(
        r"unix\.Malloc",
        "^Potential (?:memory )?leak",
        ("memory-leak",),
        ("valid-memtrack",),
        CheckPlace.PROGRAM_END,
        weaknesses=("CWE-401",),
    ),
    TriageRule(
        r"unix\.Malloc",
        "^Use of ",
        ("invalid-dereference",),
        ("valid-deref",),
        manner=Manner.ENDED,
        needs_no_call=True,
        weaknesses=("CWE-416",),
    ),
    TriageRule(
        r"unix\.Malloc",
        "already released|released memory",
        ("invalid-free",),
        ("valid-free",),
        manner=Manner.ENDED,
        weaknesses=("CWE-415",),
    ),
    TriageRule(
        r"unix\.Malloc", r"^Argument to 'free\(\)'", ("invalid-free",), ("valid-free",), weaknesses=("CWE-590",)
    ),
    TriageRule(
        r"core\.(?:uninitialized\.\w+|UndefinedBinaryOperatorResult|CallAndMessage)",
        "garbage|uninitialized",
        ("uninitialised",),
        ("uninitialised",),
        CheckPlace.VARIABLE,
        weaknesses=("CWE-457",),
    ),
)
"""The first entry that fits a report counts."""


def rule_of(report: AnalyserReport) -> TriageRule | None:
    """Return the rule for ``report``, by its rule or else by its weaknesses; None if no check decides
    it.
    """
    for each in RULES:
        if re.fullmatch(each.rule, report.rule) and re.search(each.message, report.message):
            return each
    known = any(re.fullmatch(each.rule, report.rule) for each in RULES)
    fitting = (each for each in RULES if not known and set(each.weaknesses) & set(report.weaknesses))
    return next(fitting, None)
