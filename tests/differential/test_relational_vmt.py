"""Programs as VMT in EUFORIA's relational encoding: 46 files whose verdicts are those of the programs."""

from pathlib import Path

import pytest

from differential.test_exported_programs import CASES as EXPORTED
from differential.test_exported_programs import program_of, verdict_of
from encoding_results import encoded as required
from surefoot.base.budget import Budget
from surefoot.logic import TRUE
from surefoot.program.properties import ASSERTIONS
from surefoot.systems.encode.program_system import encode_program
from surefoot.systems.formats.model import ModelFile
from surefoot.systems.formats.registry import read_model
from surefoot.systems.formats.vmt_writer import write_relation
from surefoot.systems.transitions.cutpoint_relation import cutpoint_relation

LOCK = """int main(void) { int locked = 0, got = 0, old;
            do { if (locked) reach_error(); locked = 1; old = got; if (input) { locked = 0; %s } } while (got != old);
            if (!locked) reach_error(); return 0; }"""
MACHINE = """int main(void) { int state = 0, sent = 0;
               while (input) switch (state) { case 0: if (input) state = 3; break; case 3: sent = 1; state = 7; break;
               case 7: if (!sent) reach_error(); state = %s; break; default: reach_error(); } return 0; }"""
LOCKSTEP = (
    """int main(void) { unsigned i = 0, j = 0; while (input) { i += 2; %s } if (i != j) reach_error(); return 0; }"""
)
NESTED = """int main(void) { unsigned char n = 0, m; while (n < 4) { m = 0; while (m < 3) m++; n += m / 3; }
              if (n %s 4) reach_error(); return 0; }"""
ROTATE = (
    """int main(void) { unsigned x = 1; while (input) x = (x << %s) | (x >> 31); if (!x) reach_error(); return 0; }"""
)
SWAP = """int main(void) { unsigned a = 3, b = 8, t; while (input) { t = a; a = b; b = t; }
            if (a %s 11) reach_error(); return 0; }"""
TWO_PHASES = """int main(void) { int up = 0, n = 0; while (n < 6) { if (n == 3) up = 1; n++; }
                  if (%sup) reach_error(); return 0; }"""
BITS = """int main(void) { unsigned flags = 0; while (input) { flags ^= 5; flags |= 8; }
            if ((flags & 2) %s 0) reach_error(); return 0; }"""
PRODUCER = """int main(void) { int head = 0, tail = 0; while (1) { if (input && head - tail < 4) head++;
                if (input && tail < head) tail++; if (head - tail > %s) reach_error(); if (head > 8) return 0; } }"""
CHECKED = """static int verify(int k) { return k > 0 ? 0 : -1; }
             int main(void) { int checked = 0, err; err = input; if (err == 0) { %s err = verify(input); checked = 1; }
             end: if (err == 0 && !checked) reach_error(); while (input) err = 0; return 0; }"""
RECORDS = """struct p { int x, y; }; int main(void) { struct p a = {1, 2}, b; while (input) { b = a; a.x = b.y; a.y = b.x; }
               if (a.x + a.y %s 3) reach_error(); return 0; }"""
TWINS = {
    "lock": (LOCK, "got++;", ""),
    "machine": (MACHINE, "0", "5"),
    "lockstep": (LOCKSTEP, "j += 2;", "if (input) j += 2;"),
    "nested": (NESTED, "!=", "=="),
    "rotate": (ROTATE, "1", "2"),
    "swap": (SWAP, "+ b !=", "+ b =="),
    "two phases": (TWO_PHASES, "!", ""),
    "bits": (BITS, "!=", "=="),
    "producer": (PRODUCER, "4", "3"),
    "checked": (CHECKED, "", "goto end;"),
    "records": (RECORDS, "!=", "=="),
}
CASES = EXPORTED + [
    pytest.param(name, verdict, text, id=f"{name}, {verdict}")
    for name, (form, *parts) in TWINS.items()
    for verdict, text in zip(("safe", "unsafe"), (form % part for part in parts), strict=True)
]


@pytest.mark.parametrize(("_name", "verdict", "text"), CASES)
def test_verdicts_agree(tmp_path: Path, _name: str, verdict: str, text: str) -> None:
    _, program = program_of(tmp_path, text)
    system = required(encode_program(program, ASSERTIONS, Budget())).system
    relation = cutpoint_relation(system)
    path = tmp_path / "relation.vmt"
    path.write_text(write_relation(relation))
    found = read_model(path)
    assert isinstance(found, ModelFile)
    is_total = all(location.domain is TRUE for location in system.locations)
    assert (found.system.enabled is TRUE) == is_total, "only the domains of locations restrict steps"
    assert len(found.temporaries) == len(relation.inputs) - len(found.system.inputs)
    assert verdict_of(path, verdict) == verdict
