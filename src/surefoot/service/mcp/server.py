"""The server: calls of tools as requests to the services of the folders that it was given."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp_types import CallToolRequestParams, CallToolResult, ListToolsResult, TextContent, Tool, ToolAnnotations

from surefoot import __version__
from surefoot.base.errors import SurefootError, UsageError
from surefoot.base.files import write_atomically
from surefoot.base.records import dataclass, field
from surefoot.project.document import OUTCOMES, UnitEntry
from surefoot.service.client import ServiceClient
from surefoot.service.mcp.answers import (
    bounded,
    changes,
    explanation,
    function_row,
    row_key,
    summary_of,
    undecided_rows,
)
from surefoot.service.mcp.proposals import (
    annotation_checks,
    contract_text,
    invariant_text,
    proposal_status,
    with_annotation,
)
from surefoot.service.mcp.tools import TOOLS

_LAST_RUN: Final = "last-run.json"
_INSTRUCTIONS: Final = (
    "surefoot is a model checker for C. Check a function after each edit; explain a violation before you change code; "
    "propose contracts and invariants where checks are undecided. Only proved and violated are verdicts."
)


@dataclass(slots=True)
class _Folder:
    """A folder of the server, with its service, and the results of the last run by function."""

    root: Path
    store: Path | None
    service: ServiceClient
    last: dict[str, Any] = field(default_factory=dict)

    def read_last_run(self) -> None:
        """Read the results of the last session."""
        with suppress(OSError, ValueError):
            if self.store is not None:
                found = json.loads((self.store / _LAST_RUN).read_text("utf-8"))
                self.last = found if isinstance(found, dict) else {}

    def note(self, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Take ``rows`` over as the last run; return the differences."""
        found = changes(self.last, rows)
        if found["changed"]:
            self.last |= {row_key(row): summary_of(row) for row in rows}
            with suppress(SurefootError, OSError):
                if self.store is not None:
                    self.store.mkdir(exist_ok=True)
                    write_atomically(self.store / _LAST_RUN, json.dumps(self.last, indent=1) + "\n")
        return found


@dataclass(slots=True)
class _Tools:
    """The tools on the ``folders``."""

    folders: Sequence[_Folder]

    async def call(self, name: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer of a tool; raises `SurefootError`."""
        match name:
            case "check":
                answer = await self._checked(given)
                return _rows_and_errors(answer)
            case "check_snippet":
                return await self._snippet(given)
            case "undecided":
                answer = await self._checked(given)
                return {
                    "checks": [row for entry in answer["units"] for row in undecided_rows(entry)],
                    "errors": _errors(answer),
                }
            case "propose":
                return await self._proposed(given)
            case "explain":
                return await self._explained(given)
            case "changes":
                folder, _ = self._place(given["file"])
                answer = await self._checked(given, notes=False)
                found = folder.note([function_row(each) for each in answer["units"]])
                return {**found, "errors": _errors(answer)}
            case _:
                raise UsageError(f"there is no tool {name}")

    def _place(self, file: str) -> tuple[_Folder, str]:
        """Return the folder with ``file``, and its path there; raises `UsageError` if none has it."""
        for folder in self.folders:
            path = (folder.root / file).resolve()
            if path.is_relative_to(folder.root) and path.is_file():
                return folder, str(path.relative_to(folder.root))
        known = ", ".join(str(each.root) for each in self.folders)
        raise UsageError(f"there is no file {file} in {known}")

    async def _checked(self, given: Mapping[str, Any], *, notes: bool = True) -> dict[str, Any]:
        folder, path = self._place(given["file"])
        functions = given.get("functions", ())
        answer: dict[str, Any] = await folder.service.request("check", {"files": [path], "functions": functions})
        known = {entry["function"] for entry in answer["units"]}
        if not answer["faults"] and (missing := sorted(set(functions) - known)):
            raise UsageError(f"{path} has no function {missing[0]}")
        if notes and not folder.last:
            folder.note([function_row(each) for each in answer["units"]])
        return answer

    async def _snippet(self, given: Mapping[str, Any]) -> dict[str, Any]:
        folder, path = self._place(given["file"]) if given.get("file") else (self.folders[0], "")
        request = {"file": path, "text": given["code"], "functions": given.get("functions", ())}
        answer = await folder.service.request("trial", request)
        return _rows_and_errors(answer)

    async def _proposed(self, given: Mapping[str, Any]) -> dict[str, Any]:
        folder, path = self._place(given["file"])
        function = given["function"]
        is_loop = "invariant" in given
        if is_loop == ("contract" in given) or is_loop != ("line" in given):
            raise UsageError("give either a contract, or an invariant with the line of its loop")
        answer = await self._checked({"file": path, "functions": [function]}, notes=False)
        if answer["faults"]:
            return _proposal("rejected", "the file does not compile", answer)
        line = given["line"] if is_loop else answer["units"][0]["line"]
        annotation = invariant_text(given["invariant"]) if is_loop else contract_text(given["contract"])
        text = (folder.root / path).read_bytes().decode("utf-8", "surrogateescape")
        changed = with_annotation(path, text, line, annotation, is_loop=is_loop)
        request = {"file": path, "text": changed.text, "functions": [function], "callers": not is_loop}
        tried = await folder.service.request("trial", request)
        if not tried["units"]:
            return _proposal("rejected", "the file with the annotation does not compile", tried)
        status, reason = proposal_status(tried["units"][0])
        return {**_proposal(status, reason, tried), "patch": changed.patch}

    async def _explained(self, given: Mapping[str, Any]) -> dict[str, Any]:
        answer = await self._checked({"file": given["file"], "functions": [given["function"]]})
        number = int(given.get("number", 0))
        entry: UnitEntry | None = answer["units"][0] if answer["units"] else None
        if entry is None or not 0 <= number < len(entry["violations"]):
            outcome = f"{entry['outcome']}: {entry['reason']}" if entry else "the file does not compile"
            return {"violation": None, "reason": f"{given['function']} has no violation {number}: {outcome}"}
        return {"violation": explanation(entry, number), "reason": ""}


def _rows_and_errors(answer: Mapping[str, Any]) -> dict[str, Any]:
    rows = [function_row(each) for each in answer["units"]]
    summary = {outcome: sum(row["outcome"] == outcome for row in rows) for outcome in OUTCOMES}
    return {"functions": rows, "errors": _errors(answer), "summary": summary}


def _errors(answer: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    faults = answer["faults"]
    return [each for found in faults.values() for each in found] if isinstance(faults, dict) else faults


def _proposal(status: str, reason: str, answer: Mapping[str, Any]) -> dict[str, Any]:
    units = answer["units"]
    return {
        "status": status,
        "reason": reason,
        "checks": annotation_checks([*units, *answer.get("callers", [])]),
        "function": function_row(units[0]) if units else None,
        "callers": [function_row(each) for each in answer.get("callers", [])],
        "patch": "",
        "errors": _errors(answer),
    }


async def serve_agent(roots: Sequence[Path], store: Path | None, arguments: Sequence[str], *, keeps: bool) -> None:
    """Serve one agent on standard input and output; ``arguments`` are options of the services.

    Results of the last run are kept in ``store``, by default that of the project, if ``keeps``.
    """
    folders: list[_Folder] = []
    for root in roots:
        service = await ServiceClient.start(root, arguments, lambda *_: None)
        folder = _Folder(root, (store or root / ".surefoot") if keeps else None, service)
        folder.read_last_run()
        folders.append(folder)
    try:
        server = _server(_Tools(folders))
        async with stdio_server() as (reader, writer):
            await server.run(reader, writer, server.create_initialization_options())
    finally:
        await asyncio.gather(*(each.service.stop() for each in folders))


def _server(tools: _Tools) -> Server[Any]:
    described = [
        Tool(
            name=each.name,
            description=each.description,
            input_schema=each.input_schema,
            output_schema=each.output_schema,
            annotations=ToolAnnotations(read_only_hint=True, destructive_hint=False, open_world_hint=False),
        )
        for each in TOOLS
    ]

    async def listed(*_: object) -> ListToolsResult:
        return ListToolsResult(tools=described)

    async def called(_: object, given: CallToolRequestParams) -> CallToolResult:
        try:
            answer = bounded(await tools.call(given.name, given.arguments or {}))
        except SurefootError as error:
            return CallToolResult(content=[TextContent(text=str(error))], is_error=True)
        except (KeyError, TypeError, ValueError) as error:
            return CallToolResult(content=[TextContent(text=f"wrong arguments: {error!r}")], is_error=True)
        return CallToolResult(content=[TextContent(text=json.dumps(answer))], structured_content=answer)

    return Server(
        "surefoot", version=__version__, instructions=_INSTRUCTIONS, on_list_tools=listed, on_call_tool=called
    )
