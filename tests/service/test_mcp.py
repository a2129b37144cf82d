"""``surefoot mcp`` with the client of the SDK."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import jsonschema
import pytest

pytest.importorskip("mcp", reason="needs the extra: pip install 'surefoot[mcp]'")

from mcp import StdioServerParameters
from mcp.client.client import Client

ROOT = Path(__file__).parents[2]
SOURCE = """\
int clamp(int x) { if (x < 0) return 0; return x > 100 ? 100 : x; }
int twice(int x) { return 2 * x; }
int broken(void) { int a[3] = {1, 2, 3}; int i = 3; return a[i]; }
int cells[3000];
int fill(int n) {
    int j = 0;
    for (int i = 0; i < n && i < 3000; i++) { cells[j] = i; j++; }
    return j;
}
int calls(void) { return twice(3); }
"""


class Agent:
    """A client whose calls return structured answers that have the published schema."""

    def __init__(self, client: Client, schemas: dict[str, Any]) -> None:
        self._client = client
        self._schemas = schemas

    async def call(self, tool: str, **arguments: object) -> dict[str, Any]:
        result = await self._client.call_tool(tool, arguments)
        assert not result.is_error, result.content
        answer = result.structured_content
        assert isinstance(answer, dict)
        jsonschema.validate(answer, self._schemas[tool])
        return answer

    async def error(self, tool: str, **arguments: object) -> str:
        result = await self._client.call_tool(tool, arguments)
        assert result.is_error
        return str(getattr(result.content[0], "text", ""))


@asynccontextmanager
async def agent(folder: Path, *options: str) -> AsyncIterator[Agent]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "XDG_CACHE_HOME": str(folder / ".cache")}
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "surefoot", "mcp", str(folder), *options], env=environment
    )
    async with Client(server) as client:
        listed = (await client.list_tools()).tools
        yield Agent(client, {each.name: each.output_schema for each in listed})


@pytest.mark.timeout(150)
def test_results_and_changes(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(SOURCE)

    async def session() -> None:
        async with agent(tmp_path, "--unit-time", "20") as tools:
            checked = await tools.call("check", file="a.c")
            outcomes = {row["function"]: row["outcome"] for row in checked["functions"]}
            assert outcomes == {
                "clamp": "proved",
                "twice": "proved-under-precondition",
                "broken": "violated",
                "fill": "proved",
                "calls": "proved",
            }

            why = (await tools.call("explain", file="a.c", function="broken"))["violation"]
            assert (why["rule"], why["location"]["line"], why["cwe"]) == ("out-of-bounds-read", 3, 125)
            assert why["steps"][-1]["line"] == 3 and why["advice"]
            assert (await tools.call("explain", file="a.c", function="clamp"))["violation"] is None

            fixed = SOURCE.replace("int i = 3;", "int i = 2;")
            (tmp_path / "a.c").write_text(fixed)
            news = await tools.call("changes", file="a.c")
            assert [(each["function"], each["now"]["outcome"]) for each in news["changed"]] == [("broken", "proved")]
            assert (await tools.call("changes", file="a.c"))["changed"] == []
            assert (await tools.call("undecided", file="a.c"))["checks"] == []

    asyncio.run(session())


@pytest.mark.timeout(150)
def test_proposals_are_checked(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(SOURCE)

    async def session() -> None:
        async with agent(tmp_path, "--unit-time", "20") as tools:
            right = await tools.call("propose", file="a.c", function="fill", invariant="j == i && i >= 0", line=7)
            assert (right["status"], {each["status"] for each in right["checks"]}) == ("proved", {"proved"})
            assert "loop invariant j == i" in right["patch"]
            wrong = await tools.call("propose", file="a.c", function="fill", invariant="j == i + 1", line=7)
            assert wrong["status"] == "violated"
            unreadable = await tools.call("propose", file="a.c", function="fill", invariant="nothing == 1", line=7)
            assert unreadable["status"] == "rejected"

            contract = "requires -9 <= x <= 9; ensures -18 <= \\result <= 18;"
            proved = await tools.call("propose", file="a.c", function="twice", contract=contract)
            assert proved["status"] == "proved"
            assert [(row["function"], row["outcome"]) for row in proved["callers"]] == [("calls", "proved")]
            too_strong = await tools.call("propose", file="a.c", function="twice", contract="requires 0 <= x <= 2;")
            assert [row["outcome"] for row in too_strong["callers"]] == ["violated"]
            false = await tools.call("propose", file="a.c", function="clamp", contract="ensures \\result > 0;")
            assert false["status"] == "violated"
            vacuous = await tools.call(
                "propose", file="a.c", function="clamp", contract="requires x < x; ensures \\result == 7;"
            )
            assert vacuous["status"] == "vacuous"
            weak = await tools.call("propose", file="a.c", function="twice", contract="requires x >= 0;")
            assert weak["status"] == "insufficient" and "overflow" in weak["reason"]
            assert "comment" in await tools.error(
                "propose", file="a.c", function="clamp", contract="requires x > 0; */ int y; /*"
            )

    asyncio.run(session())
    assert sorted(path.name for path in tmp_path.iterdir() if not path.name.startswith(".")) == ["a.c"]


@pytest.mark.timeout(150)
def test_snippets_and_refused_files(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(SOURCE)
    (tmp_path.parent / "secret.h").write_text("int secret = 1;\n")

    async def session() -> None:
        async with agent(tmp_path, "--unit-time", "20", "--no-store") as tools:
            snippet = await tools.call("check_snippet", code="int f(int *p) { return *p; }")
            assert [row["outcome"] for row in snippet["functions"]] == ["precondition-unchecked"]
            assert [row["file"] for row in snippet["functions"]] == ["snippet.c"]
            fixed = SOURCE.replace("int i = 3;", "int i = 2;")
            instead = await tools.call("check_snippet", code=fixed, file="a.c", functions=["broken"])
            assert [(row["file"], row["outcome"]) for row in instead["functions"]] == [("a.c", "proved")]
            broken = await tools.call("check_snippet", code="int f( {")
            assert broken["errors"] and not broken["functions"]

            assert "no file" in await tools.error("check", file="../secret.h")
            assert "no file" in await tools.error("check", file="/etc/passwd")
            for path in ("/etc/passwd", "../secret.h"):
                text = f'/* */ #include "{path}"\nint f(void) {{ return 0; }}'
                assert "relative path" in await tools.error("check_snippet", code=text)

    asyncio.run(session())


def test_answers_are_bounded() -> None:
    from surefoot.service.mcp.answers import bounded

    rows = [{"text": "x" * 5000, "steps": list(range(1000))} for _ in range(1000)]
    answer = bounded({"rows": rows})
    assert answer["truncated"] and len(json.dumps(answer)) <= 60_000
    assert not bounded({"rows": rows[:0]})["truncated"]
