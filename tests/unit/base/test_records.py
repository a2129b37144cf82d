"""Records behave as dataclasses, also for the standard library."""

import dataclasses
import inspect
import pickle
from collections.abc import Callable
from typing import ClassVar, Generic, TypeVar, get_type_hints

import pytest

from surefoot.base.records import MISSING, asdict, dataclass, field, fields, is_dataclass, replace

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Point:
    kind: ClassVar[str] = "point"
    x: int
    y: int = 7
    seen: list[int] = field(default_factory=list, compare=False, repr=False)


@dataclass(frozen=True, slots=True, order=True)
class Ordered:
    first: int
    second: str


@dataclass(slots=True)
class Counted:
    name: str
    length: int = field(init=False)

    def __post_init__(self) -> None:
        self.length = len(self.name)


@dataclass(frozen=True, slots=True)
class Box(Generic[Item]):
    content: Item


@dataclass(frozen=True)
class Open:
    number: int = 3


def test_fields_have_defaults_and_factories() -> None:
    first, second = Point(1), Point(1)
    assert (first.x, first.y, first.seen, Point.kind) == (1, 7, [], "point")
    assert first.seen is not second.seen
    assert Point(1, seen=[2]).seen == [2]
    assert Counted("abc").length == 3
    assert Open().number == 3


@pytest.mark.parametrize(
    ("made", "given", "named"),
    [(Point, (), {}), (Point, (1, 2, [], 4), {}), (Point, (1,), {"z": 2}), (Counted, ("a",), {"length": 1})],
)
def test_missing_and_superfluous_arguments_are_refused(
    made: Callable[..., object], given: tuple[object, ...], named: dict[str, object]
) -> None:
    with pytest.raises(TypeError):
        made(*given, **named)


def test_records_are_equal_if_compared_fields_are() -> None:
    assert Point(1, 2, [3]) == Point(1, 2, [4])
    assert Point(1, 2) != Point(2, 1)
    other: object = Open(1)
    assert Point(1) != other
    assert hash(Point(1, 2, [3])) == hash(Point(1, 2))
    assert repr(Point(1, 2, [3])) == "Point(x=1, y=2)"
    assert Counted.__hash__ is None


def test_records_without_equality_compare_by_identity() -> None:
    @dataclass(frozen=True, slots=True, eq=False)
    class Symbol:
        name: str

    assert Symbol("a") != Symbol("a")


def test_order_follows_the_fields() -> None:
    assert sorted([Ordered(2, "a"), Ordered(1, "b"), Ordered(1, "a")]) == [
        Ordered(1, "a"),
        Ordered(1, "b"),
        Ordered(2, "a"),
    ]
    assert Ordered(1, "a") <= Ordered(1, "a") < Ordered(1, "b") >= Ordered(1, "a")


def test_frozen_records_are_immutable() -> None:
    changes: tuple[Callable[[], None], ...] = (
        lambda: setattr(Point(1), "x", 2),
        lambda: delattr(Point(1), "x"),
        lambda: setattr(Open(), "new", 1),
    )
    for change in changes:
        with pytest.raises(dataclasses.FrozenInstanceError):
            change()
    counted = Counted("a")
    counted.length = 5
    assert counted.length == 5
    with pytest.raises(AttributeError):
        counted.new = 1  # type: ignore[attr-defined]


def test_mutable_defaults_are_refused() -> None:
    with pytest.raises(TypeError, match=r"Wrong\.items"):

        @dataclass(frozen=True, slots=True)
        class Wrong:
            items: list[int] = []  # noqa: RUF012 - that is the point


def test_functions_about_records() -> None:
    assert replace(Point(1, 2), y=3) == Point(1, 3)
    assert asdict(Box((Point(1, 2), {"k": [Point(3)]}))) == {
        "content": ({"x": 1, "y": 2, "seen": []}, {"k": [{"x": 3, "y": 7, "seen": []}]})
    }
    assert [(each.name, each.default) for each in fields(Point)] == [("x", MISSING), ("y", 7), ("seen", MISSING)]
    assert is_dataclass(Point(1)) and is_dataclass(Point) and not is_dataclass(1)


def test_records_match_by_position() -> None:
    match Point(1, 2):
        case Point(x, y):
            assert (x, y) == (1, 2)


def test_fields_of_a_base_come_first() -> None:
    @dataclass(frozen=True, slots=True)
    class Named(Ordered):
        name: str = ""

    assert [each.name for each in fields(Named)] == ["first", "second", "name"]
    assert Named(1, "b", "c").second == "b"


@pytest.mark.parametrize("record", [Point(1, 2, [3]), Counted("ab"), Ordered(1, "a"), Box(Open(4)), Open(5)])
def test_copies_by_pickle_are_equal(record: object) -> None:
    assert pickle.loads(pickle.dumps(record)) == record  # noqa: S301 - made here


def test_standard_library_accepts_records_as_dataclasses() -> None:
    assert dataclasses.is_dataclass(Point)
    assert dataclasses.replace(Point(1, 2), x=5) == Point(5, 2)
    assert dataclasses.asdict(Ordered(1, "a")) == {"first": 1, "second": "a"}
    assert [(each.name, each.compare) for each in dataclasses.fields(Point)] == [
        ("x", True),
        ("y", True),
        ("seen", False),
    ]
    assert str(inspect.signature(Ordered)) == "(first: int, second: str) -> None"
    assert get_type_hints(Ordered.__init__) == {"first": int, "second": str, "return": type(None)}
