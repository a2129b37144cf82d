"""Language of docstrings: functions open with a verb, classes and modules with a noun phrase, and code is no person.

    PYTHONPATH=src python tests/architecture/test_language.py

The command prints the number of violations of each package, and with ``-v`` each of them.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src" / "surefoot"
NO_VERB = re.compile(
    r"(?:What|How|Whether|Who|Whom|Whose|Where|When|Which|Why|The|A|An|All|Some|Those|These|That|This|Such|As|So|"
    r"One|Two|Each|Every|No|None|Nothing|Not|Another|Others?|Both|Either|Neither|Many|More|Most|Only|There|"
    r"It|Its|In|To|For|From|Of|At|By|On|With|Without|If)\b|[`*(\d]"
)
NO_NOUN = re.compile(r"(?:What|How|Whether|Who|Whom|Whose|Where|When|Which|Why|The same)\b")
PERSON = re.compile(
    r"\b(?:nobody|somebody|anybody|everybody|whoever|whom|tells?|told|asks?|asked|hears?|heard|forgets?|forgot(?:ten)?|"
    r"made[ -]up|guess(?:es|ed|ing)?|universals|leap(?:s|t|ed|ing)?|births?|born|begin to live|"
    r"(?:its|their) turns?|patien(?:ce|t)|impatient|takes for|taken for)\b",
    re.IGNORECASE,
)


class Violation(NamedTuple):
    """A docstring that breaks a rule."""

    place: str
    name: str
    rule: str
    text: str


def is_property(node: ast.FunctionDef) -> bool:
    return any("property" in ast.unparse(decorator) for decorator in node.decorator_list)


def violations_in(text: str, place: str = "") -> Iterator[Violation]:
    """Yield the violations in the docstrings of a module's ``text``."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        docstring = ast.get_docstring(node)
        if docstring is None:
            continue
        name = getattr(node, "name", "module")
        line = f"{place}:{node.body[0].lineno}"
        is_function = isinstance(node, ast.FunctionDef) and not is_property(node)
        if (NO_VERB if is_function else NO_NOUN).match(docstring):
            yield Violation(line, name, "opening", docstring.partition("\n")[0])
        if found := PERSON.search(docstring):
            yield Violation(line, name, found[0], docstring.partition("\n")[0])


def violations() -> list[Violation]:
    return [
        violation
        for path in sorted(SRC.rglob("*.py"))
        for violation in violations_in(path.read_text(encoding="utf-8"), str(path.relative_to(SRC)))
    ]


def test_docstrings_use_the_words_of_the_field() -> None:
    assert [" | ".join(violation) for violation in violations()] == []


def test_violations_are_detected() -> None:
    text = (
        '"""What it is."""\n'
        'class A:\n    """How it is."""\n'
        '    @property\n    def size(self):\n        """The size."""\n'
        'def f():\n    """The size."""\n'
        'def g():\n    """``x`` twice."""\n'
        'def h():\n    """Return who was asked."""\n'
        'def i():\n    """Return the size."""\n'
    )
    assert [(each.name, each.rule) for each in violations_in(text)] == [
        ("module", "opening"),
        ("A", "opening"),
        ("f", "opening"),
        ("g", "opening"),
        ("h", "asked"),
    ]


if __name__ == "__main__":
    found = violations()
    if "-v" in sys.argv:
        print("\n".join(" | ".join(each) for each in found))  # noqa: T201
    counts = Counter(str(Path(each.place).parent) for each in found)
    print(f"{len(found)} violations:", dict(counts.most_common()))  # noqa: T201
