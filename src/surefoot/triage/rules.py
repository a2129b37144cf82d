"""The table of rules: which checks decide a report, by rule of the analyser and its message."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from surefoot.base.enums import Enum
from surefoot.base.errors import InputError
from surefoot.base.records import dataclass
from surefoot.program.properties import CHECKS, property_named
from surefoot.report.evidence import member_name
from surefoot.triage.reports import AnalyserReport


class CheckPlace(Enum):
    """Relation of the decisive checks to the region that an analyser reports."""

    INSIDE = "in the region"
    START = "at the first column of the region"
    VARIABLE = "of the variable without a value that the path names, in the region"
    PROGRAM_END = "at the end of the program"
    REGION_REACHED = "on a line of the region, which a run reaches"


class Manner(Enum):
    """Manner in which a check fails, where one kind of checks has several."""

    ANY = "any"
    NULL = "null pointer"
    ENDED = "object whose lifetime has ended"


@dataclass(frozen=True, slots=True)
class TriageRule:
    """The checks that decide the reports with a rule and a message.

    A report is refuted only if every check of the ``properties`` on its line holds, and one is at
    ``place``. It is confirmed by a violation on its line in this ``manner``.
    """

    rule: str
    """Regular expression for the whole rule identifier."""
    message: str
    """Regular expression that occurs in the message."""
    properties: tuple[str, ...]
    """Names of the checks that the report is about, in TOML files ``checks``."""
    place: CheckPlace = CheckPlace.INSIDE
    manner: Manner = Manner.ANY
    needs_no_call: bool = False
    """True if reports about calls are not refuted, because what they pass is not checked."""
    weaknesses: tuple[str, ...] = ()
    """CWE numbers of reports of other analysers, whatever their message."""

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of checks, as in the report document."""
        return frozenset(member_name(kind) for name in self.properties for kind in property_named(name).violations)


RULES = (
    TriageRule(
        r"core\.(?:NullDereference|FixedAddressDereference)|-Wanalyzer-(?:possible-)?null-dereference|nullPointer\w*",
        "",
        ("valid-deref",),
        manner=Manner.NULL,
        needs_no_call=True,
        weaknesses=("CWE-476", "CWE-690"),
    ),
    TriageRule(r"core\.DivideZero|zerodiv(?:cond)?", "", ("division",), weaknesses=("CWE-369",)),
    TriageRule(r"core\.BitwiseShift", "right operand", ("shift",)),
    TriageRule(r"-Wanalyzer-shift-count-(?:negative|overflow)|shift(?:TooManyBits|Negative)", "", ("shift",)),
    TriageRule(
        r"security\.ArrayBound|alpha\.security\.ArrayBound(?:V2)?|arrayIndexOutOfBounds\w*",
        "",
        ("valid-deref", "array-index"),
        CheckPlace.START,
        needs_no_call=True,
        weaknesses=("CWE-119", "CWE-120", "CWE-121", "CWE-122", "CWE-125", "CWE-126", "CWE-127", "CWE-787", "CWE-788"),
    ),
    TriageRule(
        r"unix\.Malloc",
        "^Potential (?:memory )?leak",
        ("valid-memtrack",),
        CheckPlace.PROGRAM_END,
        weaknesses=("CWE-401",),
    ),
    TriageRule(
        r"unix\.Malloc",
        "^Use of ",
        ("valid-deref",),
        manner=Manner.ENDED,
        needs_no_call=True,
        weaknesses=("CWE-416",),
    ),
    TriageRule(
        r"unix\.Malloc",
        "already released|released memory",
        ("valid-free",),
        manner=Manner.ENDED,
        weaknesses=("CWE-415",),
    ),
    TriageRule(r"unix\.Malloc", r"^Argument to 'free\(\)'", ("valid-free",), weaknesses=("CWE-590",)),
    TriageRule(
        r"core\.(?:uninitialized\.\w+|UndefinedBinaryOperatorResult|CallAndMessage)",
        "garbage|uninitialized|undefined$",
        ("uninitialised",),
        CheckPlace.VARIABLE,
        weaknesses=("CWE-457",),
    ),
)
"""The first entry that fits a report counts."""


REACHED = TriageRule("", "", ("unreach-call",), CheckPlace.REGION_REACHED)
"""Any report, on its path: it is refuted if no run on the path gets to the reported place."""


def rule_of(report: AnalyserReport, rules: Sequence[TriageRule] = RULES) -> TriageRule | None:
    """Return the first of ``rules`` for ``report``, by its rule or else by its weaknesses; None if no
    check decides it.
    """
    for each in rules:
        if re.fullmatch(each.rule, report.rule) and re.search(each.message, report.message):
            return each
    known = any(re.fullmatch(each.rule, report.rule) for each in rules)
    fitting = (each for each in rules if not known and set(each.weaknesses) & set(report.weaknesses))
    return next(fitting, None)


def read_rules(path: Path) -> tuple[TriageRule, ...]:
    """Return the rules in a TOML file, followed by `RULES`. Raises `InputError`."""
    try:
        entries = tomllib.loads(path.read_text("utf-8"))["rule"]
        return (*(_rule(each) for each in entries), *RULES)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError, re.error) as error:
        raise InputError(f"{path} is no table of rules: {error}; see docs/analyze.md") from None


def _rule(entry: Mapping[str, Any]) -> TriageRule:
    known = {"rule", "message", "checks", "place", "manner", "needs-no-call", "weaknesses"}
    if unknown := sorted(entry.keys() - known):
        raise ValueError(f"unknown key {unknown[0]!r}")
    checks = tuple(entry["checks"])
    if unknown_checks := [each for each in checks if each not in CHECKS]:
        raise ValueError(f"unknown check {unknown_checks[0]!r}; choose from {', '.join(CHECKS)}")
    re.compile(entry["rule"])
    re.compile(entry.get("message", ""))
    return TriageRule(
        entry["rule"],
        entry.get("message", ""),
        checks,
        CheckPlace[entry.get("place", "inside").replace("-", "_").upper()],
        Manner[entry.get("manner", "any").upper()],
        bool(entry.get("needs-no-call", "valid-deref" in checks)),
        tuple(entry.get("weaknesses", ())),
    )
