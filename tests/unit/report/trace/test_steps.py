"""Program arguments in the report of a run."""

from pathlib import Path

from corpus.lowered import loader
from surefoot.program.properties import ASSERTIONS
from surefoot.program.trace import Choice, Chosen, Placed, Trace
from surefoot.report.c.values import quoted
from surefoot.report.text.runs import inputs_of
from surefoot.report.trace.steps import steps_of
from surefoot.semantics.interpreter import TraceChoices, Violated, run

TEXT = """
#include <assert.h>
int main(int argc, char **argv) {
    int i = 0;
    while (i < argc) i++;
    assert(argv[argc - i + 1][0] != '-');
    return 0;
}
"""


def string(text: bytes, length: int | None = None) -> tuple[Choice, Choice]:
    return Chosen(len(text) if length is None else length), Placed(None, dict(enumerate(text)))


def test_arguments_are_strings(tmp_path: Path) -> None:
    program = loader(tmp_path)(TEXT)
    made = (*string(b"tool"), *string(b"-o"), *string(b'a"\x01', 300), *string(b"x" * 300))
    trace = Trace({}, {}, (Chosen(4), Placed(None, {}), *made))
    ended = run(program, ASSERTIONS, TraceChoices(trace), max_steps=None)
    assert isinstance(ended, Violated)
    assert inputs_of(steps_of(program, ASSERTIONS, trace, ended).steps) == [
        "argc = 4",
        "length of argv[3] = 300",
        'argv[0] = "tool"',
        'argv[1] = "-o"',
        'argv[2] = "a\\"\\001"',
        f'argv[3] = "{"x" * 200}"…',
    ]


def test_strings_are_written_as_in_c() -> None:
    assert quoted(b"it's \\ \n\xff") == '"it\'s \\\\ \\n\\377"'
