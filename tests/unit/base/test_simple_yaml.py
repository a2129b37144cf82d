"""Plain YAML: read as PyYAML reads it; other YAML is passed on to PyYAML."""

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from surefoot.base.simple_yaml import NotPlain, read_plain

TASK = """\
format_version: '2.0'

# what to check
input_files: 'a.c'

properties:
  - property_file: ../../properties/unreach-call.prp
    expected_verdict: false
  - property_file: ../properties/valid-memsafety.prp
    expected_verdict: false
    subproperty: valid-deref

options:
  language: C
  data_model: ILP32
"""


def test_a_task_file_is_plain() -> None:
    assert read_plain(TASK) == {
        "format_version": "2.0",
        "input_files": "a.c",
        "properties": [
            {"property_file": "../../properties/unreach-call.prp", "expected_verdict": False},
            {
                "property_file": "../properties/valid-memsafety.prp",
                "expected_verdict": False,
                "subproperty": "valid-deref",
            },
        ],
        "options": {"language": "C", "data_model": "ILP32"},
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "a: 2.0",
        "a: yes",
        "a: Off",
        "a: null",
        "a: ~",
        "a:",
        "a: 'it''s'",
        'a: "\\n"',
        "a: b # note",
        "a: b c",
        "a: {b: c}",
        "a: [b]",
        "a: &x b",
        "a: *x",
        "a: !!str b",
        "a: |\n  b",
        "a: b: c",
        "a: b\na: c",
        "a: b\n c: d",
        "- a\nb: c",
        "---\na: b",
        "a: b\n---\na: c",
        "a: 2024-01-01",
        "a: .inf",
        "a: 0x1f",
        "\ta: b",
        "a: é",
        "yes: b",
        "- - a",
        "a: b\r\nc: d",
    ],
)
def test_other_yaml_is_passed_on_to_the_library(text: str) -> None:
    with pytest.raises(NotPlain):
        read_plain(text)


WORDS = st.sampled_from(
    [
        "a",
        "b-c",
        "../x.prp",
        "true",
        "false",
        "True",
        "yes",
        "No",
        "n",
        "2.0",
        "'2.0'",
        '"x"',
        "a b",
        "''",
        "~",
        "_",
        "e1",
        "+1",
    ]
)
KEYS = st.sampled_from(["key", "other", "on", "Third_one"])
LINES = st.builds(
    lambda indent, dash, key, word: " " * indent + dash + key + word,
    st.integers(0, 4),
    st.sampled_from(["", "", "- ", "-  ", "-"]),
    st.one_of(st.just(""), KEYS.map(lambda key: f"{key}: "), KEYS.map(lambda key: f"{key}:")),
    st.one_of(st.just(""), WORDS, WORDS),
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(LINES, max_size=6).map("\n".join))
def test_plain_results_agree_with_the_library(text: str) -> None:
    try:
        found = read_plain(text)
    except NotPlain:
        return
    assert found == yaml.safe_load(text)
