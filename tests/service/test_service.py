"""``surefoot serve`` by its protocol: unsaved text, cancellation, priorities, trials, and the next session."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from surefoot.base.errors import SurefootError
from surefoot.service.client import ServiceClient

pytestmark = pytest.mark.timeout(150)
HARD = """\
unsigned hard(unsigned a, unsigned b, unsigned c) {
    unsigned x = a * b * c, y = (a + 1) * (b + 3) * (c + 5);
    for (unsigned i = 0; i < 64; i++) { x = x * y + i; y = y * x + a; }
    return 100 / (x * y - 77);
}
int easy(int x) { return x > 0 ? x - 1 : 0; }
"""


class Project:
    """A client that keeps the latest state of each file."""

    def __init__(self) -> None:
        self.states: list[dict[str, Any]] = []
        self.client: ServiceClient
        self._news = asyncio.Event()
        self._entries: dict[str, dict[str, Any]] = {}

    def notified(self, method: str, given: Any) -> None:
        if method == "file":
            for unit in given["units"]:
                unit["entry"] = unit["entry"] or self._entries[unit["function"]]
                self._entries[unit["function"]] = unit["entry"]
            self.states.append(given)
            self._news.set()

    async def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the first state for which a condition holds."""
        while True:
            if found := next((each for each in self.states if holds(each)), None):
                return found
            self._news.clear()
            await self._news.wait()

    async def outcomes(self, file: str) -> dict[str, str]:
        answer = await self.client.request("check", {"files": [file]})
        return {each["function"]: each["outcome"] for each in answer["units"]}


@asynccontextmanager
async def served(folder: Path, *options: str) -> AsyncIterator[Project]:
    project = Project()
    os.environ["XDG_CACHE_HOME"] = str(folder / ".cache")
    project.client = await ServiceClient.start(folder, ["--jobs", "1", *options], project.notified)
    try:
        yield project
    finally:
        await project.client.stop()


def test_unsaved_headers_count_until_they_are_closed(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text('#include "size.h"\nint f(void) { int a[4] = {0}; return a[LAST]; }\n')
    (tmp_path / "size.h").write_text("#define LAST 3\n")

    async def session() -> None:
        async with served(tmp_path) as project:
            assert await project.outcomes("a.c") == {"f": "proved"}
            project.client.notify("open", {"file": "size.h", "text": "#define LAST 4\n", "number": 1})
            assert await project.outcomes("a.c") == {"f": "violated"}
            project.client.notify("close", {"file": "size.h"})
            assert await project.outcomes("a.c") == {"f": "proved"}
            (tmp_path / "size.h").write_text("#define LAST (-1)\n")
            assert await project.outcomes("a.c") == {"f": "violated"}

    asyncio.run(session())
    assert (tmp_path / "size.h").read_text() == "#define LAST (-1)\n"


def test_results_of_a_file_that_does_not_compile_are_stale(tmp_path: Path) -> None:
    text = "int f(void) { return 1; }\n"
    (tmp_path / "a.c").write_text(text)

    async def session() -> None:
        async with served(tmp_path) as project:
            project.client.notify("open", {"file": "a.c", "text": text, "number": 1})
            assert await project.outcomes("a.c") == {"f": "proved"}
            project.client.notify("open", {"file": "a.c", "text": text[:-3], "number": 2})
            answer = await project.client.request("check", {"files": ["a.c"]})
            assert answer["units"] == []
            assert answer["faults"]["a.c"][0]["location"]["line"] == 1
            state = await project.until(lambda each: each["text"] == 2 and each["is_current"])
            assert [unit["state"] for unit in state["units"]] == ["stale"]

    asyncio.run(session())


def test_a_cancelled_check_makes_room(tmp_path: Path) -> None:
    """With one worker and 100 s for each function, only cancellation lets the second request end."""
    (tmp_path / "a.c").write_text(HARD)

    async def session() -> None:
        async with served(tmp_path, "--unit-time", "100") as project:
            hard = asyncio.create_task(project.client.request("check", {"files": ["a.c"], "functions": ["hard"]}))
            await asyncio.sleep(3)
            assert not hard.done()
            hard.cancel()
            with suppress(asyncio.CancelledError):
                await hard
            answer = await project.client.request("check", {"files": ["a.c"], "functions": ["easy"]})
            assert [each["outcome"] for each in answer["units"]] == ["proved"]

    asyncio.run(session())


def test_requests_interrupt_checks_of_open_files(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(HARD)
    (tmp_path / "b.c").write_text("int g(void) { return 1; }\n")

    async def session() -> None:
        async with served(tmp_path, "--unit-time", "100") as project:
            project.client.notify("open", {"file": "a.c", "text": HARD, "number": 1})
            project.client.notify("focus", {"file": "a.c", "line": 1})
            await project.until(lambda each: any(unit["is_running"] for unit in each["units"]))
            assert await project.outcomes("b.c") == {"g": "proved"}

    asyncio.run(session())


def test_the_next_session_starts_with_stale_results(tmp_path: Path) -> None:
    text = "int f(void) { int a[2] = {0}; return a[2]; }\n"

    (tmp_path / "a.c").write_text(text)

    async def session(text: str) -> list[tuple[str, str]]:
        async with served(tmp_path) as project:
            project.client.notify("open", {"file": "a.c", "text": text, "number": 1})
            await project.outcomes("a.c")
        return [(unit["state"], unit["entry"]["outcome"]) for state in project.states for unit in state["units"]]

    first, second = asyncio.run(session(text)), asyncio.run(session(text))
    assert (first[0][0], first[-1]) == ("waiting", ("current", "violated"))
    assert (second[0], second[-1]) == (("stale", "violated"), ("current", "violated"))
    (tmp_path / "a.c").write_text(text.replace("a[2];", "a[1];"))
    changed = asyncio.run(session(text.replace("a[2];", "a[1];")))
    assert (changed[0][0], changed[-1]) == ("waiting", ("current", "proved"))


def test_recursive_static_functions_are_decided(tmp_path: Path) -> None:
    text = """\
static int even(int n);
static int odd(int n) { return n <= 0 ? 0 : even(n - 1); }
static int even(int n) { return n <= 0 ? 1 : odd(n - 1); }
static int lone(int n) { return n <= 0 ? 0 : lone(n - 1); }
static int loop_a(int n);
static int loop_b(int n) { return n <= 0 ? 0 : loop_a(n - 1); }
static int loop_a(int n) { return n <= 0 ? 0 : loop_b(n - 1); }
int start(void) { return even(3); }
"""
    (tmp_path / "a.c").write_text(text)

    async def session() -> None:
        async with served(tmp_path, "--unit-time", "2") as project:
            project.client.notify("open", {"file": "a.c", "text": text, "number": 1})
            outcomes = await project.outcomes("a.c")
            assert outcomes.keys() == {"even", "odd", "lone", "loop_a", "loop_b", "start"}
            assert outcomes["start"] == "proved"

    asyncio.run(session())


def test_wrong_requests_are_errors(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int f(void) { return 1; }\n")

    async def session() -> None:
        async with served(tmp_path) as project:
            for method, given in (
                ("check", {"files": ["../x.c"]}),
                ("check", {"files": ["absent.c"]}),
                ("check", {"files": 7}),
                ("trial", {}),
                ("trial", {"text": '#include "/etc/passwd"'}),
                ("nothing", {}),
            ):
                with pytest.raises(SurefootError):
                    await project.client.request(method, given)
            assert await project.outcomes("a.c") == {"f": "proved"}

    asyncio.run(session())
