"""Files of Horn clauses on the command line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cli.in_this_process import surefoot
from cli.test_models import ENVIRONMENT
from corpus.horn_systems import COUNTER, MCCARTHY, WORDS

SAFE_LOOP = "int main(void) { int i = 0; while (i < 10) i++; return i == 10 ? 0 : 1 / (i - i); }\n"


def process(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "surefoot", *map(str, arguments)]
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=110)


def clauses(folder: Path, form: str, part: str) -> Path:
    path = folder / "clauses.smt2"
    path.write_text(form.replace("{}", part))
    return path


@pytest.mark.parametrize(("part", "answer", "code"), [("10", "sat", 0), ("9", "unsat", 1)])
def test_quiet_output_follows_the_competition(tmp_path: Path, part: str, answer: str, code: int) -> None:
    result = process("check", clauses(tmp_path, COUNTER, part), "--quiet")
    assert (result.stdout, result.returncode) == (f"{answer}\n", code)


def test_quiet_unknown(tmp_path: Path) -> None:
    result = surefoot("check", clauses(tmp_path, COUNTER, "10"), "--quiet", "--engine", "bmc{max-bound=2}")
    assert (result.stdout, result.returncode) == ("unknown\n", 3)


def test_a_derivation_is_a_list_of_steps(tmp_path: Path) -> None:
    path = clauses(tmp_path, WORDS, "#x20")
    result = surefoot("check", path, "--engine", "horn")
    assert result.stdout.splitlines()[:5] == [
        f"unsafe (unsat): false can be derived ({path}:6)",
        "  a derivation of false:",
        "    1  gen(16)  line 4",
        "    2  gen(32)  line 5 from 1, 1",
        "    3  false    line 6 from 2",
    ]


def test_a_solution_is_a_formula_for_each_relation(tmp_path: Path) -> None:
    path = clauses(tmp_path, MCCARTHY, "(not (= r 91))")
    result = surefoot("check", path, "--engine", "horn", "--certificate", tmp_path / "proof")
    lines = result.stdout.splitlines()
    assert result.returncode == 0 and lines[0].startswith(
        "safe (sat): the clauses have a solution, with 1 relation (found by z3, "
    )
    assert lines[1] == "  a solution:" and lines[2].startswith("    mc(n, r): ")
    assert "  warning: bitwuzla does not decide integers: z3 is used instead" in lines
    accepted = surefoot("certify", path, tmp_path / "proof", "--quiet")
    assert (accepted.stdout, accepted.returncode) == ("sat\n", 0)
    proof = tmp_path / "wrong"
    proof.write_text(
        (tmp_path / "proof").read_text().split("(define-fun")[0] + "(define-fun mc ((a Int) (b Int)) Bool (> b 90))\n"
    )
    rejected = surefoot("certify", path, proof)
    assert rejected.returncode == 3 and f"the solution violates the clause at {path}:" in rejected.stdout
    proof.write_text(proof.read_text().replace("(b Int)", "(b Bool)"))
    refused = surefoot("certify", path, proof)
    assert refused.returncode == 2 and "the parameters of mc are not those of the clauses" in refused.stderr


def test_json(tmp_path: Path) -> None:
    path = clauses(tmp_path, COUNTER, "9")
    document = json.loads(surefoot("check", path, "--json").stdout)
    assert (document["verdict"], document["answer"]) == ("unsafe", "unsat")
    steps = document["evidence"]["derivation"]
    assert [step["derives"] for step in steps] == [*(f"inv({number})" for number in range(11)), "false"]
    assert [step["from"] for step in steps] == [[], *([number] for number in range(1, 12))]


def test_malformed_file_is_reported_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "clauses.smt2"
    path.write_text("(set-logic HORN)\n(declare-fun p (Real) Bool)\n")
    result = surefoot("check", path)
    assert result.returncode == 2 and f"{path}: SMT-LIB, line 2: unknown sort Real" in result.stderr


def test_programs_become_clauses_and_clauses_are_checked(tmp_path: Path) -> None:
    program = tmp_path / "loop.c"
    program.write_text(SAFE_LOOP)
    path = tmp_path / "loop.smt2"
    assert surefoot("export", program, "--as", "horn", "-o", path).returncode == 0
    assert "(set-logic HORN)" in path.read_text()
    assert surefoot("check", path, "--quiet").stdout == "sat\n"
    program.write_text(SAFE_LOOP.replace("i == 10", "i == 11"))
    assert surefoot("export", program, "--as", "horn", "-o", path).returncode == 0
    assert surefoot("check", path, "--quiet").stdout == "unsat\n"


def test_clauses_become_transition_systems_unless_they_are_not_linear(tmp_path: Path) -> None:
    path = clauses(tmp_path, COUNTER, "9")
    for form in (["vmt"], ["vmt", "--style", "relational"], ["horn"], ["system"]):
        assert surefoot("export", path, "--as", *form).returncode == 0
    result = surefoot("export", clauses(tmp_path, WORDS, "#x20"), "--as", "vmt")
    assert result.returncode != 0 and "a clause needs several relations at once" in result.stderr
    former = surefoot("export", path, "--as", "vmt-relational")
    assert former.returncode == 2 and "use --as vmt --style relational" in former.stderr
    refused = surefoot("export", path, "--as", "horn", "--style", "relational")
    assert refused.returncode == 2 and "--style relational is for --as vmt" in refused.stderr
