"""Annotations that are refused, because their checks could fail where the program does not."""

from pathlib import Path

import pytest

from cli.in_this_process import surefoot

REFUSED = {
    "place that memory determines": (
        (
            "int b[3];\n/*@ ensures \\forall integer i; 0 <= i < 3 ==> b[b[i]] == \\old(b[b[i]]); */\n"
            "void nop(void) { }\nint main(void) { nop(); return 0; }\n"
        ),
        "other memory or a quotient",
    ),
    "jump out of a measured call": (
        (
            "#include <setjmp.h>\njmp_buf b;\n/*@ decreases n; */\n"
            "void f(int n) { if (n == 0) longjmp(b, 1); f(n - 1); }\nint main(void) { if (!setjmp(b)) f(3); return 0; }\n"
        ),
        "longjmp",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_the_reason(name: str, tmp_path: Path) -> None:
    text, reason = REFUSED[name]
    (tmp_path / "a.c").write_text(text)
    ended = surefoot("check", "a.c", cwd=tmp_path)
    assert ended.returncode == 2 and reason in ended.stderr
