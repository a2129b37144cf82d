"""Modular verification: functions proved with contracts in place of bodies."""

from pathlib import Path

import pytest

import surefoot
from surefoot.base.errors import InputError
from surefoot.base.events import Watcher
from surefoot.certify.verdicts import Safe, Unknown, Unsafe
from surefoot.evidence.claims import Why
from surefoot.verify import modular
from surefoot.verify.deciding import Statistics
from surefoot.verify.limits import LIMITS
from surefoot.verify.pipeline import check
from surefoot.verify.request import Report, Request

CONTRACTS = Path(__file__).parents[2] / "corpus" / "contracts"


def test_every_contract_is_proved_and_reported() -> None:
    report = surefoot.check(CONTRACTS / "modular_safe.c", modular=True)
    assert isinstance(report.verdict, Safe)
    assert {part.function: part.used for part in report.parts} == {
        "main": ("length", "identity"),
        "absolute": (),
        "length": ("absolute",),
        "identity": ("identity",),
    }
    told = [caveat.text for caveat in report.caveats]
    assert "calls of length use its contract, which was proved" in told
    assert "identity is recursive and uses its own contract, which holds for calls that return" in told


def test_failures_by_a_weak_contract_are_no_violation() -> None:
    verdict = surefoot.check(CONTRACTS / "modular_weak_contract_unknown.c", modular=True).verdict
    assert isinstance(verdict, Unknown)
    assert verdict.why is Why.CAVEAT
    assert "may be due to the contract of length" in verdict.detail


@pytest.mark.parametrize(("name", "line"), [("modular_wrong_contract_unsafe.c", 5), ("modular_unsafe.c", 20)])
def test_violations_are_found_with_bodies(name: str, line: int) -> None:
    verdict = surefoot.check(CONTRACTS / name, modular=True).verdict
    assert isinstance(verdict, Unsafe)
    assert verdict.violated.span is not None
    assert verdict.violated.span.line == line


def test_globals_are_arbitrary_in_a_modular_proof(tmp_path: Path) -> None:
    source = tmp_path / "global.c"
    source.write_text(
        "int g;\n//@ assigns \\nothing; ensures \\result == 0;\nint get(void) { return g; }\nint main(void) { return get(); }\n"
    )
    report = surefoot.check(source, modular=True)
    assert isinstance(report.verdict, Unsafe)
    assert [type(part.verdict) for part in report.parts] == [Safe, Unsafe]


def test_a_contract_without_assigns_cannot_stand_for_a_body(tmp_path: Path) -> None:
    source = tmp_path / "no_assigns.c"
    source.write_text("//@ ensures \\result == 0;\nint get(void) { return 0; }\nint main(void) { return get(); }\n")
    with pytest.raises(InputError, match="no assigns clause"):
        surefoot.check(source, modular=True)


@pytest.mark.parametrize(("given", "expected"), [("&g", Unknown), ("&x", Safe)])
def test_a_pointer_to_a_global_variable_that_the_function_uses_proves_nothing(
    tmp_path: Path, given: str, expected: type[Safe | Unknown]
) -> None:
    source = tmp_path / "aliased.c"
    source.write_text(
        "int g;\n//@ requires \\valid(p); assigns *p; ensures g == \\old(g);\nvoid set(int *p) { *p = 7; }\n"
        f"int main(void) {{ int x = 1; set({given}); int y = g; //@ assert y == 0;\n return x; }}\n"
    )
    verdict = surefoot.check(source, modular=True).verdict
    assert isinstance(verdict, expected), verdict


def test_functions_of_the_source_are_listed_without_an_entry(tmp_path: Path) -> None:
    source = tmp_path / "library.c"
    source.write_text("//@ assigns \\nothing; ensures \\result == 0;\nint get(void) { return 0; }\n")
    with pytest.raises(InputError, match=r"name one of these with --function: get$"):
        surefoot.check(source)


def test_contract_for_short_lists_proves_nothing_about_long_ones(tmp_path: Path) -> None:
    source = tmp_path / "lists.c"
    source.write_text(
        "struct node { struct node *next; };\n//@ assigns \\nothing; ensures \\result <= 3;\n"
        "int length(struct node *l) { int n = 0; for (; l; l = l->next) n++; return n; }\nint main(void) { return length(0); }\n"
    )
    verdict = surefoot.check(source, modular=True).verdict
    assert isinstance(verdict, Unknown)
    assert verdict.why is Why.CAVEAT


STREAMS = """#include <stdio.h>
static int told;
/*@ requires told < 9; ensures told == \\old(told) + 1; assigns told; */
void tell(void) {
  fprintf(stderr, "told %d times", told);
  told++;
}
int main(void) { FILE *file = fopen("file", "r"); if (file != 0) fclose(file); tell(); tell(); return 0; }
"""


def test_standard_streams_are_open_in_every_function(tmp_path: Path) -> None:
    path = tmp_path / "streams.c"
    path.write_text(STREAMS)
    assert isinstance(surefoot.check(path, modular=True).verdict, Safe)
    path.write_text(STREAMS.replace("stderr", "(FILE *)0"))
    assert isinstance(surefoot.check(path, modular=True).verdict, Unsafe)


TWO_FUNCTIONS = """//@ assigns \\nothing; ensures \\result == 0;
int hard(void) { return 0; }
//@ assigns \\nothing; ensures \\result == 0;
int wrong(void) { return 1; }
int main(void) { return 0; }
"""


def test_hard_function_leaves_time_for_others_and_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "hard.c"
    source.write_text(TWO_FUNCTIONS)
    turns: list[tuple[str, float | None]] = []

    def checked(request: Request, on_event: Watcher, _on_progress: object = None) -> Report:
        turns.append((request.entry, request.time_limit))
        if request.entry != "hard":
            return check(request, on_event)
        late = Unknown(Why.TIME_LIMIT, "time limit reached", "")
        return Report(request, late, None, (), (), Statistics())

    monkeypatch.setattr(modular, "check", checked)
    tables: list[dict[str, type]] = []
    report = surefoot.check(
        source,
        modular=True,
        on_progress=lambda known: tables.append({part.function: type(part.verdict) for part in known.parts}),
    )
    assert isinstance(report.verdict, Unsafe)
    assert [name for name, _ in turns] == ["main", "hard", "wrong", "hard"]
    assert turns[-1][1] is None, "nothing else is left to do"
    assert turns[1][1] == pytest.approx(LIMITS.first_slice_seconds, abs=0.5)
    assert tables[0] == {"main": Unknown, "hard": Unknown, "wrong": Unknown}
    assert tables[-1] == {"main": Safe, "hard": Unknown, "wrong": Unsafe}


def test_no_time_is_left_for_any_function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "late.c"
    source.write_text(TWO_FUNCTIONS)
    monkeypatch.setattr(modular._ModularCheck, "_is_over", lambda _: True)
    report = surefoot.check(source, modular=True)
    assert isinstance(report.verdict, Unknown)
    assert report.verdict.why is Why.TIME_LIMIT
    assert [(part.function, type(part.verdict)) for part in report.parts] == [
        ("main", Unknown),
        ("hard", Unknown),
        ("wrong", Unknown),
    ]


def test_reason_for_running_a_body_is_reported(tmp_path: Path) -> None:
    source = tmp_path / "effects.c"
    source.write_text(
        "#include <setjmp.h>\n#include <stdlib.h>\n#include <errno.h>\nstatic jmp_buf place; static int *pointer;\n"
        "//@ assigns \\nothing;\nvoid jump(void) { longjmp(place, 1); }\n"
        "//@ assigns \\nothing;\nvoid end(int x) { if (x) exit(x); }\n"
        "//@ assigns \\nothing;\nvoid heap(void) { free(malloc(1)); }\n"
        "//@ assigns \\nothing;\nvoid number(void) { errno = 3; }\n"
        "//@ requires \\valid(pointer); assigns \\nothing;\nvoid other(void) { *pointer = *pointer; }\n"
        "//@ assigns \\nothing; ensures \\result == 7;\nint plain(void) { return 7; }\n"
        "int main(void) { int x = 0; pointer = &x; if (setjmp(place)) return 0; end(x); heap(); number(); other(); plain(); pointer = 0; jump(); return 0; }\n"
    )
    report = surefoot.check(source, modular=True)
    assert {part.function: part.limit for part in report.parts} == {
        "main": "",
        "end": "may end the program, or not terminate",
        "heap": "allocates or frees memory",
        "number": "uses internal state of the C library",
        "other": "requires memory to be valid that no parameter points to",
        "plain": "",
    }
    assert report.parts[0].used == ("plain",)
    assert any("jump is checked at its call sites only" in warning for warning in report.warnings)


def test_a_library_without_main_is_proved(tmp_path: Path) -> None:
    source = tmp_path / "library.c"
    source.write_text(
        "//@ assigns \\nothing; ensures \\result == 1;\nint one(void) { return 1; }\n"
        "//@ assigns \\nothing; ensures \\result == 2;\nint two(void) { return one() + 1; }\n"
    )
    report = surefoot.check(source, modular=True)
    assert isinstance(report.verdict, Safe)
    assert [part.function for part in report.parts] == ["one", "two"]
    source.write_text(source.read_text().replace("+ 1", "+ 2"))
    assert isinstance(surefoot.check(source, modular=True).verdict, Unsafe)
