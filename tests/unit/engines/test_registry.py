"""Engine specifications: options, ranges and refusals."""

import pytest

from surefoot.base.errors import UsageError
from surefoot.engines.bmc import Bmc
from surefoot.engines.induction.engine import KInduction
from surefoot.engines.registry import engine_class, engine_names, engine_options, make_engine


@pytest.mark.parametrize("name", engine_names())
def test_every_number_has_a_range_that_contains_its_default(name: str) -> None:
    for option in engine_options(engine_class(name)):
        assert (option.range is None) == (option.kind not in {"int", "float"}), option
        assert option.range is None or option.range.allows(float(option.default)), option


def test_specification_sets_options() -> None:
    assert make_engine("bmc{max-bound=9}") == Bmc(max_bound=9)
    assert make_engine("kind{max-k=1, loop-wise, directed-seconds=0}") == KInduction(
        max_k=1, loop_wise=True, directed_seconds=0.0
    )


@pytest.mark.parametrize(
    ("former", "spec"),
    [
        ("accelerate{runs=3}", "accelerate{runs=3}"),
        ("fuzz{patience=2}", "fuzz{saturation=2}"),
        ("euf{patience=0}", "euf{max-lemmas=0}"),
        ("ic3{guess=no}", "ic3{own-invariants=no}"),
        ("auto{leap-runs=0, leap-seconds=1}", "auto{accelerated-runs=0, accelerated-seconds=1}"),
    ],
)
def test_former_names_are_accepted(former: str, spec: str) -> None:
    assert make_engine(former) == make_engine(spec)


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("bmc{max-bound=-1}", "option max-bound is at least 0, not -1"),
        ("kind{max-k=-1}", "option max-k is at least 0, not -1"),
        ("bkind{max-k=-1}", "option max-k is at least 0, not -1"),
        ("probe{steps=-1}", "option steps is at least 1, not -1"),
        ("probe{runs=0}", "option runs is at least 1, not 0"),
        ("kind{directed-seconds=nan}", "option directed-seconds is at least 0, not nan"),
        ("auto{probe-seconds=-0.5}", "option probe-seconds is at least 0, not -0.5"),
        ("bmc{max-bound=many}", "takes a value of type int, at least 0, not 'many'"),
        ("bmc{max-bound=1.5}", "takes a value of type int, at least 0, not '1.5'"),
        ("kind{loop-wise=perhaps}", "takes a value of type bool, not 'perhaps'"),
        ("bmc{depth=3}", "it has at-once, max-bound"),
        ("bmc{max-bound=3", "cannot read engine"),
        ("nonsense", "choose from auto"),
    ],
)
def test_wrong_specifications_are_explained(spec: str, complaint: str) -> None:
    with pytest.raises(UsageError) as caught:
        make_engine(spec)
    assert complaint in str(caught.value)


def test_enumerated_option_lists_its_values() -> None:
    names = "UUFO, CPUFO, BPUFO, CP, BP, AUFO, BOXUFO, BOXESUFO"
    with pytest.raises(UsageError, match=f"option configuration is one of {names}, not 'uf'"):
        make_engine("ufo{configuration=uf}")
    assert make_engine("ufo{configuration=CP}") != make_engine("ufo{configuration=BP}")
