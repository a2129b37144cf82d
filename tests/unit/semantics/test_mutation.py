"""Dictionaries of programs, mutated inputs, and consecutive runs on one machine."""

from pathlib import Path
from random import Random

from corpus.small_goals import goal_for
from surefoot.logic import BOOL, FLOAT32, Sort, Symbol, SymbolKind, Term, Value, bit_vector, variable
from surefoot.logic.values import check_value
from surefoot.semantics.interpreter import Event, RandomChoices, Runs, run
from surefoot.semantics.mutation import Dictionary, Mutator, dictionary_of
from surefoot.semantics.sampling import SampledChoices

WORDS = """unsigned char __VERIFIER_nondet_uchar(void);
int strcmp(const char *, const char *);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
static const char *const names[] = {"set", "get"};
int main(void) {
    char text[4] = {0};
    for (int i = 0; i < 3; i++) { text[i] = (char)__VERIFIER_nondet_uchar(); if (text[i] == '#') return 300; }
    if (strcmp(text, names[0]) == 0) __assert_fail("never", "words.c", 1, "main");
    return 0;
}"""
OBJECTS = """void *malloc(unsigned long); void free(void *);
static int counted, table[3] = {1, 2, 3}; static int *behind = &table[1];
static int next(int x) { counted += x; table[0] += counted; return *behind + x; }
int main(void) {
    int (*f)(int) = next, n = __VERIFIER_nondet_int() & 3, *p = malloc(sizeof *p);
    *p = f(table[n & 1]);
    if (counted + table[0] + *p == 9 + n) reach_error();
    free(p);
    return *p;
}"""


def target(sort: Sort, number: int) -> Term:
    return variable(Symbol(SymbolKind.DECLARED, "f", number, f"x{number}"), sort)


def test_dictionary_has_constants_of_other_widths_and_texts_without_messages(tmp_path: Path) -> None:
    goal = goal_for(WORDS, tmp_path)
    found = dictionary_of(goal.program, goal.checked)
    assert set(found.texts) == {tuple(b"set"), tuple(b"get")}
    bytes_known = found.values[bit_vector(8)]
    assert {ord("#"), *b"setg"} <= set(bytes_known)
    assert 300 not in bytes_known and not {ord("v"), ord("w")} & set(bytes_known)


def test_negative_constants_fit_where_their_sign_does(tmp_path: Path) -> None:
    text = "int main(void) { signed char c = (signed char)__VERIFIER_nondet_int(); short s; return c == -100 || s == -200; }"
    goal = goal_for(
        f"short __VERIFIER_nondet_short(void); {text.replace(' s;', ' s = __VERIFIER_nondet_short();')}", tmp_path
    )
    found = dictionary_of(goal.program, goal.checked)
    assert {2**16 - 100, 2**16 - 200} <= set(found.values[bit_vector(16)])


def test_mutated_inputs_keep_sorts_and_are_reproducible() -> None:
    sorts: list[Sort] = [bit_vector(8), bit_vector(32), BOOL, FLOAT32]
    targets = [target(sort, number) for number, sort in enumerate(sorts)]
    begun: dict[Term, list[Value]] = {each: [0, 1, 1] for each in targets}
    begun[targets[2]] = [True, False]
    dictionary = Dictionary({bit_vector(8): (7, 200)}, (tuple(b"text"),))

    def changed(seed: int) -> list[dict[Term, list[Value]]]:
        mutator = Mutator(Random(seed), dictionary)
        return [dict(mutator.mutated(begun, begun)) for _ in range(300)]  # type: ignore[arg-type]

    found = changed(1)
    assert found == changed(1) != changed(2)
    for inputs in found:
        for each, values in inputs.items():
            for value in values:
                check_value(value, each.sort)
    assert begun[targets[0]] == [0, 1, 1], "others are as they were"
    assert any(tuple(inputs[targets[0]][:4]) == tuple(b"text") for inputs in found)
    assert {len(inputs[targets[1]]) for inputs in found} >= {0, 1, 2, 3, 4}


def test_requested_values_come_first_for_their_variable() -> None:
    one, other = target(bit_vector(8), 1), target(bit_vector(8), 2)
    choices = SampledChoices(Random(1), {}, wanted={one: [5, 6]})
    for each in (other, one, one, one):
        choices.value(each)
    assert choices.inputs[one][:2] == [5, 6] and len(choices.inputs[one]) == 3 and len(choices.inputs[other]) == 1


class Noting:
    """Notes every step."""

    def __init__(self) -> None:
        self.events: list[str] = []

    def on_event(self, event: Event) -> None:
        self.events.append(repr(event))


def test_second_run_on_a_machine_is_independent(tmp_path: Path) -> None:
    goal = goal_for(OBJECTS, tmp_path)
    again, anew = Noting(), Noting()
    runs = Runs(goal.program, goal.checked, observer=again)
    for seed in range(20):
        for steps in (5, None):
            outcome = run(goal.program, goal.checked, RandomChoices(seed), max_steps=steps, observer=anew)
            assert runs.run(RandomChoices(seed), steps) == outcome
    assert again.events == anew.events
