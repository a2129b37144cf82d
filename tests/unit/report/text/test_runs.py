"""Characters printed as strings."""

from typing import Any

from surefoot.report.text.runs import inputs_of, with_strings


def cells(name: str, text: str, first: int = 0, **more: str) -> Any:
    escapes = {"\0": "\\0", "'": "\\'"}
    return [
        {"name": f"{name}[{first + at}]", "value": f"{ord(each)} '{escapes.get(each, each)}'", **more}
        for at, each in enumerate(text)
    ]


def shown(changes: Any) -> list[str]:
    return [f"{change['name']} = {change['value']}" for change in with_strings(changes)]


def test_terminated_string_is_the_array() -> None:
    assert shown(cells("p.name", "five\0")) == ['p.name = "five"']
    assert shown(cells("s", 'it\'s "x"\0')) == ['s = "it\'s \\"x\\""']


def test_parts_of_arrays_have_their_range() -> None:
    assert shown(cells("s", "abc", first=2)) == ['s[2..4] = "abc"']
    assert shown(cells("s", "\0\0\0")) == ['s[0..2] = "\\0\\0\\0"']


def test_other_values_are_not_printed_as_strings() -> None:
    other: list[dict[str, Any]] = [{"name": "a[0]", "value": "7"}, {"name": "i", "value": "3 'x'"}]
    assert shown(other) == ["a[0] = 7", "i = 3 'x'"]
    assert shown(cells("s", "ab")) == ["s[0] = 97 'a'", "s[1] = 98 'b'"]
    assert shown(cells("s", "abc") + cells("t", "xyz", first=3)) == ['s[0..2] = "abc"', 't[3..5] = "xyz"']
    mixed = [*cells("s", "abc"), *cells("s", "def", first=3, origin="input")]
    assert shown(mixed) == ['s[0..2] = "abc"', 's[3..5] = "def"']


def test_inputs_are_in_order() -> None:
    steps: Any = [
        {"changes": [{"name": "n", "value": "4", "origin": "input"}, {"name": "i", "value": "0"}]},
        *({"changes": [cell]} for cell in cells("b", "4711", origin="input")),
    ]
    assert inputs_of(steps) == ["n = 4", 'b[0..3] = "4711"']


def test_repeated_input_is_printed_once() -> None:
    values = ["1", "1", "1", "0", "1"]
    steps: Any = [{"changes": [{"name": "f()", "value": value, "origin": "input"}]} for value in values]
    assert inputs_of(steps) == ["f() = 1 (3 times)", "f() = 0", "f() = 1"]
