"""The assumption that allocations succeed."""

import pytest

from corpus.lowered import Load
from surefoot.base.caveats import Direction
from surefoot.frontend.environment import Environment
from surefoot.program.allocations import allocation_assumptions

HEADER = "#include <stdlib.h>\n"


@pytest.mark.parametrize("name", ["malloc(4)", "calloc(1, 4)", "realloc(0, 4)", "aligned_alloc(4, 4)"])
def test_programs_that_allocate_assume_success(load: Load, name: str) -> None:
    program = load(HEADER + f"int main(void) {{ free({name}); return 0; }}")
    (assumed,) = allocation_assumptions(program)
    assert assumed.direction is Direction.ASSUMES and name.partition("(")[0] in assumed.text
    assert "--malloc-may-fail" in assumed.text


def test_nothing_is_assumed_where_allocations_may_fail(load: Load) -> None:
    text = HEADER + "int main(void) { free(malloc(4)); return 0; }"
    assert allocation_assumptions(load(text, environment=Environment(malloc_may_fail=True))) == []


def test_nothing_is_assumed_without_allocations(load: Load) -> None:
    assert allocation_assumptions(load("int main(void) { int a[3]; return a != 0 ? 0 : 1; }")) == []
