"""Source expressions at a column."""

import pytest

from surefoot.report.c.source_text import expression_at

CASES = [
    ("n->next->v = 3;", "=", "n->next->v"),
    ("  *escape() = 1;", "=", "*escape()"),
    ("buf[i + 1].x += y;", "+=", "buf[i + 1].x += y"),
    ("return a + b * c - 1;", "+", "a + b * c"),
    ("return a + b * c - 1;", "*", "b * c"),
    ("return a + b * c - 1;", "- 1", "a + b * c - 1"),
    ("x = f(a, b) / (c - d) % e;", "%", "f(a, b) / (c - d) % e"),
    ("return -x;", "-x", "-x"),
    ("if (p->q.r[2] > 0)", "r", "p->q.r"),
    ("n->next->v = 3;", "next", "n->next"),
    ("if (p->q.r[2] > 0)", "p", "p->q.r[2]"),
    ("sum += *(int *)(bytes + 1);", "*(", "*(int *)(bytes + 1)"),
    ("while (*s1 != 0)", "*", "*s1"),
    ("i++;", "++", "i++"),
    ("++list->count;", "++", "++list->count"),
    ("free((char *)n + 4);", "free", "free((char *)n + 4)"),
    ('strcpy(buf, "he said \\"no\\"");', "strcpy", 'strcpy(buf, "he said \\"no\\"")'),
    ("return 1 << x;", "<<", "1 << x"),
    ("return -1 << x;", "<<", "-1 << x"),
    ("y = a - -1 << x;", "<<", "a - -1 << x"),
    ("a[f(x)][2] = (b);", "=", "a[f(x)][2]"),
    ("while ((*s++ = *append++) != 0);", "=", "*s++"),
]


@pytest.mark.parametrize(("line", "at", "expected"), CASES)
def test_expression_at_a_column(line: str, at: str, expected: str) -> None:
    assert expression_at(line, line.index(at) + 1) == expected


@pytest.mark.parametrize("line", ["", ")", "* ", "= 3;", "(((", "a +", "]", "x[", "->y", '"no end'])
def test_incomplete_expressions_give_a_part_of_the_line_or_nothing(line: str) -> None:
    found = [expression_at(line, column) for column in range(len(line) + 2)]
    assert all(
        each in line and each.count("(") == each.count(")") and each.count("[") == each.count("]") for each in found
    )
