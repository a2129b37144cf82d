"""Reads of library functions are checked: printing a dangling or unterminated string is a
violation.
"""

from pathlib import Path

import pytest

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


def test_function_without_model(tmp_path: Path) -> None:
    found = verdict("struct { int a; } s; a64l(buffer);", tmp_path)
    assert isinstance(found, Unknown) and "a64l has no model" in found.detail
