"""Cut points and their shapes."""

from pathlib import Path

from corpus.small_goals import goal_for
from encoding_results import encoded
from surefoot.base.budget import Budget
from surefoot.systems.encode.graph import cut_point_graph
from surefoot.systems.encode.program_system import encode_program
from surefoot.systems.encode.refinement import HeapAbstraction, attempt
from surefoot.systems.limits import LIMITS


def test_shapes_of_many_consecutive_loops_converge(tmp_path: Path) -> None:
    """A constant of the first loop changes after that many rounds at the last: each shape is
    widened a few times only.
    """
    loops = LIMITS.shape_changes + 2
    text = "".join("while (n < __VERIFIER_nondet_uint()) n++; m = n;" for _ in range(loops))
    goal = goal_for(f"int main(void) {{ unsigned n = 0, m = 0; {text} if (m < n) reach_error(); }}", tmp_path)
    assert len(encoded(encode_program(goal.program, goal.checked, Budget())).graph.cut_points) == loops


def test_stack_objects_of_a_loop_are_recycled_in_one_attempt(tmp_path: Path) -> None:
    text = """
    static void inner(unsigned *at) { unsigned i = *at; while (__VERIFIER_nondet_uint()) leaf(&i); *at = i; }
    static void outer(unsigned *at) { unsigned i = *at; inner(&i); *at = i; }
    int main(void) { unsigned i = 0; while (__VERIFIER_nondet_uint()) outer(&i); if (i > 7) reach_error(); }
    """
    goal = goal_for("static void leaf(unsigned *at) { if (*at < 7) ++*at; }" + text, tmp_path)
    refined = attempt(
        lambda program, heap: cut_point_graph(program, goal.checked, heap, Budget()), goal.program, HeapAbstraction()
    )
    assert isinstance(refined, HeapAbstraction)
    assert len(refined.recycled) == 2
    assert len(encoded(encode_program(goal.program, goal.checked, Budget())).graph.cut_points) == 2
