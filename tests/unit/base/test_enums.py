"""Enumerations behave as those of the standard library, with which each test compares them."""

import copy
import enum
import json
import pickle

import pytest

from surefoot.base import enums


class Colour(enums.Enum):
    RED = "red"
    PAIR = (1, 2)

    @property
    def is_red(self) -> bool:
        return self is Colour.RED

    @classmethod
    def _missing_(cls, value: object) -> "Colour | None":
        return cls.RED if value == "crimson" else None


class Level(enums.IntEnum):
    LOW = 1
    HIGH = 2


class Word(enums.StrEnum):
    YES = "yes"
    NO = "no"


class _LibraryColour(enum.Enum):
    RED = "red"
    PAIR = (1, 2)


class _LibraryLevel(enum.IntEnum):
    LOW = 1
    HIGH = 2


class _LibraryWord(enum.StrEnum):
    YES = "yes"
    NO = "no"


PAIRS = ((Colour, _LibraryColour), (Level, _LibraryLevel), (Word, _LibraryWord))


@pytest.mark.parametrize(("ours", "library"), PAIRS)
def test_members_have_names_values_and_texts(ours: type[enum.Enum], library: type[enum.Enum]) -> None:
    assert list(ours.__members__) == list(library.__members__)
    assert len(ours) == len(library)
    for mine, theirs in zip(ours, library, strict=True):
        assert (mine.name, mine.value) == (theirs.name, theirs.value)
        assert ours(mine.value) is mine
        assert ours[mine.name] is mine
        assert str(mine) == str(theirs).replace("_Library", "")
        assert repr(mine) == repr(theirs).replace("_Library", "")
        assert f"{mine:>9}" == f"{str(theirs).replace('_Library', ''):>9}"
        assert isinstance(mine, ours)
        assert mine in ours


@pytest.mark.parametrize("member", [*Colour, *Level, *Word])
def test_copies_are_the_same_member(member: enum.Enum) -> None:
    assert pickle.loads(pickle.dumps(member)) is member  # noqa: S301 - our own bytes
    assert copy.copy(member) is member
    assert copy.deepcopy([member])[0] is member


def test_members_of_other_enumerations_are_not_contained() -> None:
    assert Level.LOW not in Colour


def test_values_without_a_member() -> None:
    assert Colour("crimson") is Colour.RED
    with pytest.raises(ValueError, match="'blue' is not a valid Colour"):
        Colour("blue")


def test_properties_and_patterns() -> None:
    assert [each.is_red for each in Colour] == [True, False]
    match Colour("red"):
        case Colour.PAIR:
            pytest.fail("another member")
        case Colour.RED:
            pass


def test_numbers_and_texts() -> None:
    assert sorted([Level.HIGH, Level.LOW]) == [1, 2]
    assert json.dumps([Level.HIGH, Word.NO]) == '[2, "no"]'
    assert {"yes": 1}[Word.YES] == 1


def test_two_members_with_one_value_are_refused() -> None:
    with pytest.raises(ValueError, match=r"Twice\.B has the value of Twice\.A"):

        class Twice(enums.Enum):
            A = 1
            B = 1
