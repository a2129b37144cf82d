"""Variable arguments in both calling conventions."""

import pytest

from corpus.lowered import Load
from surefoot.program.program import DataModel
from surefoot.program.properties import ASSERTIONS
from surefoot.semantics.interpreter import Finished, Undefined, ZeroChoices, run

TAKEN = """
#include <assert.h>
#include <stdarg.h>
void deeper(va_list list) {{ {kind} x = va_arg(list, {kind}); assert(x == {second}); }}
void taken(int count, ...) {{
  va_list list;
  va_start(list, count);
  {kind} x = va_arg(list, {kind});
  assert(x == {first});
  deeper(list);
  va_end(list);
}}
int main(void) {{ taken(2, {arguments}); return 0; }}
"""
KINDS = [
    ("int", "-1", "2"),
    ("long long", "1LL << 40", "-3LL"),
    ("double", "0.5", "-1e300"),
    ("char *", "(char *)8", "0"),
]


@pytest.mark.parametrize("data_model", list(DataModel))
@pytest.mark.parametrize(("kind", "first", "second"), KINDS)
def test_arguments_are_read_in_order(load: Load, data_model: DataModel, kind: str, first: str, second: str) -> None:
    given = f"({kind})({first}), ({kind})({second})"
    program = load(TAKEN.format(kind=kind, first=first, second=second, arguments=given), data_model=data_model)
    assert isinstance(run(program, ASSERTIONS, ZeroChoices(), max_steps=1000), Finished)


@pytest.mark.parametrize("data_model", list(DataModel))
def test_read_beyond_the_last_argument_is_out_of_bounds(load: Load, data_model: DataModel) -> None:
    program = load(TAKEN.format(kind="int", first="7", second="7", arguments="7"), data_model=data_model)
    ended = run(program, ASSERTIONS, ZeroChoices(), max_steps=1000)
    assert isinstance(ended, Undefined) and "variable arguments of taken" in str(ended)
