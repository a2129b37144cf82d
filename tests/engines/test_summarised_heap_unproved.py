"""Programs that fail after three million rounds, for which unsound treatment of summarised heap
objects gave proofs.
"""

from pathlib import Path

import pytest

from surefoot.certify.verdicts import Safe
from surefoot.verify import api

STACK_POINTER = """
static struct node { int *place; } *old; static unsigned round_;
static void step(void) {
  int local = 0; struct node *new = malloc(sizeof *new); new->place = &local;
  while (__VERIFIER_nondet_int()) local = 1;
  if (old && round_ == 3000000) *old->place = 1;
  free(old); old = new;
}
int main(void) { while (__VERIFIER_nondet_int()) { step(); round_++; } free(old); return 0; }
"""
"""The object that is pointed to was that of the last call, and not the one of this call, which is made at the same place."""
OVERLAP = """
int main(void) {
  char *one = 0, *other = 0; unsigned round = 0;
  while (__VERIFIER_nondet_int()) {
    if (one && round == 3000000) memcpy(one, other + 1, 2);
    free(one); one = other = calloc(4, 1); round++;
  }
  free(one); return 0;
}
"""
"""Two pointers into one object have two numbers that are equal."""


@pytest.mark.parametrize("text", [STACK_POINTER, OVERLAP], ids=["stack pointer", "overlap"])
def test_no_proof(text: str, tmp_path: Path) -> None:
    path = tmp_path / "fails.c"
    path.write_text(f"#include <stdlib.h>\n#include <string.h>\nextern int __VERIFIER_nondet_int(void);\n{text}")
    report = api.check(path, property="valid-memsafety", engine="kind{search=no}", time_limit=6)
    assert not isinstance(report.verdict, Safe)
