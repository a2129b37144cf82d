"""Reads of library functions are checked: printing a dangling or unterminated string is a
violation.
"""

from pathlib import Path

import pytest

from surefoot.base.caveats import Direction
from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.verify import api
from surefoot.verify.request import Report

HEADERS = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n"


def report(statements: str, folder: Path) -> Report:
    path = folder / "program.c"
    path.write_text(f'{HEADERS}int main(void) {{ char buffer[4]; strcpy(buffer, "abc");\n{statements}\n}}\n')
    return api.check(path, property="valid-memsafety", engine="bmc", time_limit=60)


def verdict(statements: str, folder: Path) -> Verdict:
    return report(statements, folder).verdict


TWINS = [
    ('printf("%s", buffer);', 'buffer[3] = 1; printf("%s", buffer);'),
    ('buffer[3] = 1; printf("%.4s", buffer);', 'buffer[3] = 1; printf("%.5s", buffer);'),
    ('buffer[3] = 1; printf("%d %.*s", 7, 4, buffer);', 'buffer[3] = 1; printf("%d %.*s", 7, 5, buffer);'),
    ('printf("100%% %c", buffer[0]);', 'printf("%*d%s", 3, 4, (char *)0);'),
    ("puts(buffer);", "buffer[3] = 1; puts(buffer);"),
    ("fwrite(buffer, 2, 2, stdout);", "fwrite(buffer, 2, 3, stdout);"),
    ("write(1, buffer, 4);", "write(1, buffer, 5);"),
    ("write(1, buffer + 9, 0);", "write(1, buffer + 4, 1);"),
    ('char *p = strdup(buffer); printf("%s", p); free(p);', 'char *p = strdup(buffer); free(p); printf("%s", p);'),
]


@pytest.mark.parametrize(("good", "bad"), TWINS)
def test_read_objects_must_exist(tmp_path: Path, good: str, bad: str) -> None:
    assert isinstance(verdict(good, tmp_path), Safe)
    assert isinstance(verdict(bad, tmp_path), Unsafe)


@pytest.mark.parametrize(("letter", "expected"), [("d", Safe), ("s", Unsafe)])
def test_non_literal_format_is_interpreted(tmp_path: Path, letter: str, expected: type) -> None:
    text = (
        f"char format[3] = \"%d\"; if (buffer[0] == 97) format[1] = '{letter}'; buffer[3] = 1; printf(format, buffer);"
    )
    assert isinstance(verdict(text, tmp_path), expected)


def test_function_without_model_rests_on_named_assumptions(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text("#include <stdlib.h>\nint main(void) { char text[4] = {0}; return a64l(text) == 3; }")
    found = api.check(source)
    assert isinstance(found.verdict, Safe)
    assumed = [each.text for each in found.caveats if each.direction is Direction.ASSUMES]
    assert assumed == ["a64l has no model: its own memory accesses are valid"]


def test_objects_passed_to_a_function_without_model_are_arbitrary(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(
        "#include <assert.h>\n#include <regex.h>\n"
        'int main(void) { regmatch_t m = {0}, other = {0}; regex_t r; regexec(&r, "", 1, &m, 0);\n'
        "  assert(other.rm_so == 0); assert(m.rm_so == 0); }"
    )
    found = api.check(source).verdict
    assert isinstance(found, Unknown) and "regexec" in found.detail
