"""Texts that a trial refuses because they could include files outside of the project."""

import pytest

from surefoot.base.errors import UsageError
from surefoot.service.trials import _require_inclusions_below


@pytest.mark.parametrize(
    "text",
    [
        '#include "/etc/passwd"',
        "  #  include </etc/passwd>",
        '#include "../../x.h"',
        '#inc\\\nlude "/etc/passwd"',
        '#/* */include "/etc/passwd"',
        '/* */ #include "/etc/passwd"',
        '%:include "/etc/passwd"',
        '??=include "/etc/passwd"',
        "#define F </etc/passwd>\n#include F",
        'char s[] = {\n#embed "/etc/passwd"\n};',
        '#include_next "/etc/passwd"',
        '#import "/etc/passwd"',
        "x" * 300_000,
    ],
)
def test_refused(text: str) -> None:
    with pytest.raises(UsageError):
        _require_inclusions_below("src", text)


@pytest.mark.parametrize(
    "text",
    [
        "#include <stdio.h>\n",
        '#include "a.h" // "/etc/passwd"\n',
        '#include "../inc/a.h"\n',
        'const char *s = "#include </etc/passwd>";\n',
        '// #include "/etc/passwd"\n',
    ],
)
def test_accepted(text: str) -> None:
    _require_inclusions_below("src", text)
