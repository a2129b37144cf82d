"""Fingerprints of findings: they stay the same when lines move.

GitHub identifies an alert by ``primaryLocationLineHash``, and its upload action computes the same
value from the source: a rolling hash of the 100 characters from the start of the line on, without
blanks and tabs, with the number of the occurrence.
"""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from surefoot.report.findings import ReportedFinding
from surefoot.report.sarif.places import Places

OWN: Final = "surefootFinding/v1"
"""Key of the fingerprint that baselines compare."""
LINE: Final = "primaryLocationLineHash"
_BLOCK: Final = 100
_FACTOR: Final = 37
_END: Final = 0xFFFF
_MASK: Final = (1 << 64) - 1


def fingerprints(findings: Sequence[ReportedFinding], places: Places) -> list[dict[str, str]]:
    """Return the fingerprints of each finding.

    The own one is made of rule, kind, function, the text of the line and of the expression, and the
    number among findings for which all these are equal.
    """
    hashes: dict[str, dict[int, str]] = {}
    seen: Counter[str] = Counter()
    result: list[dict[str, str]] = []
    for each in findings:
        file, line = each.location["file"], each.location["line"]
        text = " ".join(places.line(file, line).split())
        key = "\0".join(
            [each.rule, each.kind.value, each.function, places.address(file), text, places.snippet(each.location)]
        )
        number = seen[key]
        seen[key] += 1
        found = {OWN: sha256(f"{key}\0{number}".encode("utf-8", "replace")).hexdigest()[:32]}
        if file not in hashes:
            hashes[file] = line_hashes(places.text(file))
        if line in hashes[file]:
            found[LINE] = hashes[file][line]
        result.append(found)
    return result


def line_hashes(text: str) -> dict[int, str]:
    """Return the hash of each line of ``text``, with its number among equal hashes, from 1."""
    power = pow(_FACTOR, _BLOCK, 1 << 64)
    window, waiting = [0] * _BLOCK, [0] * _BLOCK
    counts: Counter[str] = Counter()
    found: dict[int, str] = {}
    state = line = index = 0

    def finish() -> None:
        if waiting[index]:
            value = f"{state:x}"
            counts[value] += 1
            found[waiting[index]] = f"{value}:{counts[value]}"
            waiting[index] = 0

    is_start = True
    for code in [*_significant(text), _END, *[0] * _BLOCK]:
        finish()
        if is_start and code:
            is_start = False
            line += 1
            waiting[index] = line
        is_start = is_start or code == 10
        state = (_FACTOR * state + code - power * window[index]) & _MASK
        window[index] = code
        index = (index + 1) % _BLOCK
    return found


def _significant(text: str) -> list[int]:
    """Return the UTF-16 units of ``text`` without blanks and tabs, with one unit for each line end."""
    joined = text.replace("\r\n", "\n").replace("\r", "\n").replace(" ", "").replace("\t", "")
    units = joined.encode("utf-16-le", "replace")
    return [units[at] | units[at + 1] << 8 for at in range(0, len(units), 2)]
