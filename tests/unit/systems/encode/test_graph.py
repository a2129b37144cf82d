"""Cut points and their shapes."""

from pathlib import Path

from corpus.small_goals import goal_for
from encoding_results import encoded
from surefoot.base.budget import Budget
from surefoot.systems.encode.program_system import encode_program
from surefoot.systems.limits import LIMITS


def test_shapes_of_many_consecutive_loops_converge(tmp_path: Path) -> None:
    """A constant of the first loop changes after that many rounds at the last: each shape is
    widened a few times only.
    """
    loops = LIMITS.shape_changes + 2
    text = "".join("while (n < __VERIFIER_nondet_uint()) n++; m = n;" for _ in range(loops))
    goal = goal_for(f"int main(void) {{ unsigned n = 0, m = 0; {text} if (m < n) reach_error(); }}", tmp_path)
    assert len(encoded(encode_program(goal.program, goal.checked, Budget())).graph.cut_points) == loops
