"""SSA values become terms, saved where a variable they mention is assigned too early."""

from corpus.lowered import Load, lines


def test_old_value_is_saved_before_an_assignment(load: Load) -> None:
    program = load("unsigned post(unsigned x) { unsigned y = x++; return y - x; } int main(void) { return post(3); }")
    assert lines(program, "post") == [
        "post::%0 := post::x",
        "post::x := post::x + 1",
        "post::y := post::%0",
        "return post::y - post::x",
    ]


def test_global_is_saved_across_a_call(load: Load) -> None:
    program = load("unsigned g; unsigned bump(void) { return ++g; } int main(void) { return g - bump(); }")
    assert lines(program, "main") == [
        "main::retval := 0",
        "main::%0 := g",
        "main::%call := call bump()",
        "return main::%0 - main::%call",
    ]


def test_conditions_stay_boolean(load: Load) -> None:
    program = load(
        "int less(int a, int b) { if ((a < b) == 1) return 1; return 0; } int main(void) { return less(1, 2); }"
    )
    assert lines(program, "less")[0] == "if less::a <s less::b goto if.then else if.end"


def test_short_circuits_assign_one_temporary_on_each_path(load: Load) -> None:
    program = load("int both(int a, int b) { return a && b; } int main(void) { return both(1, 2); }")
    assert lines(program, "both") == [
        "if both::a != 0 goto land.rhs else entry.to.land.end",
        "both::%2 := false",
        "goto land.end",
        "both::%2 := both::b != 0",
        "goto land.end",
        "return both::%2 ? 1 : 0",
    ]


def test_switch_is_a_chain_with_one_branch_for_each_target(load: Load) -> None:
    text = """
    int f(int c) { switch (c) { case 1: case 5: return 10; case 2: return 20; default: return 30; } }
    int main(void) { return f(1); }
    """
    first, second, *_ = lines(load(text), "f")
    assert first in {f"if f::c == {a} || f::c == {b} goto sw.bb else entry.case" for a, b in ((1, 5), (5, 1))}
    assert second == "if f::c == 2 goto sw.bb1 else sw.default"


def test_small_structs_are_returned_in_pieces(load: Load) -> None:
    text = """
    struct pair { long a; double b; };
    struct pair make(void) { struct pair p = {1, 2.0}; return p; }
    int main(void) { struct pair p = make(); return p.a; }
    """
    program = load(text)
    assert [str(sort) for sort in program.functions["make"].results] == ["BitVec(64)", "Float(11, 53)"]
    assert "main::%call, main::%call.2 := call make()" in lines(program, "main")


def test_addresses_are_computed_with_the_layout(load: Load) -> None:
    text = """
    struct item { char tag; int values[4]; } items[3];
    int f(int i, unsigned char j) { return items[i].values[j]; }
    int main(void) { return f(1, 2); }
    """
    (loaded, returned) = lines(load(text), "f")
    address = loaded.removeprefix("f::%2 := memory[").removesuffix("]")
    assert set(address.split(" + ")) == {"&items", "s64(f::i) * 20", "u64(f::j) * 4", "4"}
    assert returned == "return f::%2"
