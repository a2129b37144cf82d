"""Cut points and their shapes."""

from pathlib import Path

from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.systems.encode.graph import MAX_ROUNDS, cut_point_graph


def test_shapes_of_many_loops_in_a_row_settle(tmp_path: Path) -> None:
    """What is no constant at the first loop is none at the last, which is as many rounds later: each shape is widened a few times only."""
    loops = MAX_ROUNDS + 2
    text = "".join("while (n < __VERIFIER_nondet_uint()) n++; m = n;" for _ in range(loops))
    goal = goal_for(f"int main(void) {{ unsigned n = 0, m = 0; {text} if (m < n) reach_error(); }}", tmp_path)
    assert len(cut_point_graph(goal.program, goal.checked, Budget()).cut_points) == loops
