"""Literal formats behave as formats that are interpreted at run time."""

import pytest

from corpus.lowered import Load
from surefoot.program.program import Program
from surefoot.program.properties import ASSERTIONS
from surefoot.semantics.interpreter import Finished, ZeroChoices, run

PRINTED = [
    ("plain", ""),
    ("100%% of %d", ", -7"),
    ("%d|%5d|%-5d|%05d|%+d|% d", ", 42, 42, 42, 42, 42, 42"),
    ("%i %u %o %x %X %#x %#o", ", -1, 7u, 8u, 255u, 255u, 255u, 8u"),
    ("%hhd %hd %ld %lld %jd %zu %td", ", 300, 70000, -5L, 1LL << 40, (intmax_t)-9, (size_t)12, (ptrdiff_t)-3"),
    ("%hhu %hu %lu %llx", ", 300, 70000, 5UL, 1ULL << 40"),
    ("%c%c%3c|%-3c|", ", 'a', 'b', 'c', 'd'"),
    ("<%s|%5s|%-5s|%.2s|%.0s>", ', "abc", "abc", "abc", "abc", "abc"'),
    ("%*d %-*d %.*d %*.*s", ', 6, 42, -6, 42, 4, 42, 5, 2, "xyz"'),
    ("%*d", ", -8, 42"),
    ("%.*d", ", -1, 42"),
    ("%.3d %.0d|%8.3d", ", 5, 0, 5"),
    ("%p", ", (void *)0"),
    ("ab%ncd%hhn", ", &first, &second"),
    ("%f %e", ", 1.0 / zero, -1.0 / zero"),
    ("a string that is longer than what there is room for: %d", ", 1"),
]
SCANNED = [
    ("42 -7", "%d %d", ", &i, &j"),
    ("42,x", "%d,%c", ", &i, &c"),
    ("  ff 0x1F 017", "%x %i %i", ", &i, &j, &k"),
    ("word other", "%3s%s", ", s, t"),
    ("key=value;", "%[^=]=%[a-z];", ", s, t"),
    ("]]x", "%[]]%c", ", s, &c"),
    ("12345", "%2d%*2d%d", ", &i, &j"),
    ("70000 300 5000000000", "%hd %hhd %ld", ", &h, &c, &l"),
    ("100% 3", "%d%% %d", ", &i, &j"),
    ("x", "%d", ", &i"),
    ("", "%d", ", &i"),
    ("   ", " %c", ", &c"),
    ("1 2", "%d %n%d%n", ", &i, &j, &k, &m"),
    ("99999999999999999999", "%d", ", &i"),
    ("a1", "%*[a-z]%d", ", &i"),
    ("1.5", "%d.%d", ", &i, &j"),
]


@pytest.mark.parametrize(("text", "arguments"), PRINTED)
def test_printing(load: Load, text: str, arguments: str) -> None:
    program = load(f"""
        #include <assert.h>
        #include <stddef.h>
        #include <stdint.h>
        #include <stdio.h>
        #include <string.h>
        double zero;
        int main(void) {{
          static const int rooms[] = {{64, 8, 1, 0}};
          char walked[] = "{text}";
          for (int i = 0; i < 4; i++) {{
            char one[64] = "!", other[64] = "!";
            int first = 0, before; signed char second = 0, then;
            int a = snprintf(one, rooms[i], "{text}"{arguments});
            before = first; then = second; first = 0; second = 0;
            int b = snprintf(other, rooms[i], walked{arguments});
            assert(a == b && before == first && then == second);
            assert(memcmp(one, other, 64) == 0);
          }}
        }}""")
    assert _is_made("snprintf", program)
    assert isinstance(run(program, ASSERTIONS, ZeroChoices(), max_steps=None), Finished)


@pytest.mark.parametrize(("given", "text", "arguments"), SCANNED)
def test_scanning(load: Load, given: str, text: str, arguments: str) -> None:
    program = load(f"""
        #include <assert.h>
        #include <errno.h>
        #include <stdio.h>
        #include <string.h>
        struct found {{ int i, j, k, m; long l; short h; char c, s[16], t[16]; int count, error; }};
        static struct found one, other;
        int main(void) {{
          char walked[] = "{text}";
          {{
            int i = 1, j = 1, k = 1, m = 1; long l = 1; short h = 1; char c = 1, s[16] = "", t[16] = "";
            errno = 0;
            int count = sscanf("{given}", "{text}"{arguments});
            one = (struct found){{i, j, k, m, l, h, c, "", "", count, errno}};
            memcpy(one.s, s, 16); memcpy(one.t, t, 16);
          }}
          {{
            int i = 1, j = 1, k = 1, m = 1; long l = 1; short h = 1; char c = 1, s[16] = "", t[16] = "";
            errno = 0;
            int count = sscanf("{given}", walked{arguments});
            other = (struct found){{i, j, k, m, l, h, c, "", "", count, errno}};
            memcpy(other.s, s, 16); memcpy(other.t, t, 16);
          }}
          assert(one.i == other.i && one.j == other.j && one.k == other.k && one.m == other.m && one.l == other.l && one.h == other.h && one.c == other.c);
          assert(!strcmp(one.s, other.s) && !strcmp(one.t, other.t) && one.count == other.count && one.error == other.error);
        }}""")
    assert _is_made("__isoc99_sscanf", program)
    assert isinstance(run(program, ASSERTIONS, ZeroChoices(), max_steps=None), Finished)


@pytest.mark.parametrize(
    "call",
    [
        'sprintf(s, "%ls", (void *)0)',
        'sprintf(s, "%Lf", 1.0L)',
        'sprintf(s, "%d", 1LL)',
        'sscanf(s, "%ls", (void *)s)',
        'sprintf(s, "%1$d", 1)',
    ],
)
def test_formats_left_to_interpretation(load: Load, call: str) -> None:
    program = load(f"#include <stdio.h>\nchar s[16]; int main(void) {{ {call}; }}")
    assert not _is_made("sprintf", program) and not _is_made("__isoc99_sscanf", program)


def _is_made(name: str, program: Program) -> bool:
    """Return whether a function was made for a format of ``name``."""
    return any(each.startswith(f"{name}@library_") for each in program.functions)
