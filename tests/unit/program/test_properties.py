"""Properties by name, single and combined."""

import pytest

from surefoot.base.errors import UsageError
from surefoot.frontend.check_presence import must_have_checks, nothing_checked
from surefoot.program.properties import (
    ASSERTIONS,
    CHECKS,
    COMPETITION,
    DEFAULT,
    NO_OVERFLOW,
    NON_FATAL,
    PROPERTIES,
    UNDEFINED,
    property_named,
)
from surefoot.program.statements import CheckKind


@pytest.mark.parametrize("name", [*PROPERTIES, *CHECKS])
def test_a_single_name(name: str) -> None:
    assert property_named(name) is {**PROPERTIES, **CHECKS}[name]


def test_several_names() -> None:
    asked = property_named("no-overflow, division,nan,division")
    assert asked.name == "no-overflow, division,nan,division"
    assert asked.violations == NO_OVERFLOW.violations | {CheckKind.DIVISION_BY_ZERO, CheckKind.NAN}
    assert asked.text == ("no signed integer overflow; no division by zero; no operation on numbers yields a NaN")


@pytest.mark.parametrize("name", ["nothing", "", "no-overflow,", "division;shift"])
def test_unknown_name_error_lists_the_choices(name: str) -> None:
    with pytest.raises(UsageError, match=r"no property .*; choose from default, assertions, .*no-overflow.*lost-value"):
        property_named(name)


def test_every_check_kind_has_a_property() -> None:
    offered = frozenset[CheckKind]().union(*(known.violations for known in (*PROPERTIES.values(), *CHECKS.values())))
    assert offered == frozenset(CheckKind) - {CheckKind.REACHED}, "the command reach asks for that one"


def test_undefined_kinds_are_not_survived() -> None:
    assert not UNDEFINED & NON_FATAL


def test_only_user_written_checks_must_exist() -> None:
    assert [known.name for known in PROPERTIES.values() if must_have_checks(known)] == [DEFAULT.name, ASSERTIONS.name]
    assert [name for name, known in CHECKS.items() if must_have_checks(known)] == ["contracts"]
    assert not any(map(must_have_checks, COMPETITION))
    assert must_have_checks(property_named("assertions,division"))


def test_competition_property_names() -> None:
    text = "there is no assertion and no call of reach_error or __VERIFIER_error"
    assert nothing_checked(ASSERTIONS).text == f"{text} in the program"
    assert nothing_checked(DEFAULT).text == f"{text} and no operation with undefined behaviour in the program"
