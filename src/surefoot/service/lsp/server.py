"""The server: messages of the editor, and the state of its open files."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from surefoot import __version__
from surefoot.base.errors import SurefootError
from surefoot.base.records import dataclass, field, replace
from surefoot.report.document import LocationEntry
from surefoot.report.text.runs import violation_summary
from surefoot.service.client import ServiceClient
from surefoot.service.lsp.display import SHOW_RUN, AnchoredEntry, ResultView
from surefoot.service.lsp.positions import EditorLines
from surefoot.service.lsp.runs import RunStep, run_steps
from surefoot.service.service import FileState

_NEXT_STEP, _PREVIOUS_STEP = "surefoot.nextStep", "surefoot.previousStep"


@dataclass(slots=True)
class _OpenFile:
    """An open file: its texts by number, from the latest that the service has reported about, and the
    results.
    """

    uri: str
    path: str
    service: ServiceClient
    number: int = 0
    texts: dict[int, Sequence[str]] = field(default_factory=dict)
    state: FileState | None = None
    entries: dict[str, AnchoredEntry] = field(default_factory=dict)

    def take(self, state: FileState) -> None:
        """Take over a state, with the text that its positions are about; all is stale if that is not the
        present one.
        """
        lines = self.texts.get(state["text"], ())
        self.texts = {number: text for number, text in self.texts.items() if number >= state["text"]}
        found: dict[str, AnchoredEntry] = {}
        for unit in state["units"]:
            name, entry = unit["function"], unit["entry"]
            is_current = unit["state"] == "current"
            is_stale = not is_current or state["text"] != self.number
            known = self.entries.get(name)
            if known is not None and entry is None:  # published before, with that text or the same lines
                found[name] = replace(
                    known,
                    lines=lines if is_current else known.lines,
                    is_stale=is_stale,
                    is_running=unit["is_running"],
                    is_waiting=unit["state"] == "waiting",
                )
            elif entry is not None:
                found[name] = AnchoredEntry(
                    entry, lines, is_stale, unit["is_running"], is_waiting=unit["state"] == "waiting"
                )
        self.state, self.entries = state, found

    def age(self) -> None:
        """Mark all results as stale, because the text has changed."""
        self.entries = {name: replace(each, is_stale=True, is_running=False) for name, each in self.entries.items()}


@dataclass(slots=True)
class _ShownRun:
    """The run that the editor steps through."""

    root: Path
    steps: Sequence[RunStep]
    at: int = 0


class _Server(LanguageServer):
    """The language server of one editor; each workspace folder has a service."""

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__("surefoot", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Incremental)
        self.arguments = arguments
        self.services: dict[Path, asyncio.Task[ServiceClient]] = {}
        self.files: dict[str, _OpenFile] = {}
        self.shown: _ShownRun | None = None

    # Services

    def place_of(self, uri: str) -> tuple[Path, str] | None:
        """Return the workspace folder with a file (its own folder if none has it), and its path there."""
        name = to_fs_path(uri)
        if name is None:
            return None
        path = Path(name).resolve()
        root = next((each for each in self.roots() if path.is_relative_to(each)), path.parent)
        return root, str(path.relative_to(root))

    def roots(self) -> list[Path]:
        """Return the workspace folders."""
        folders = [to_fs_path(each.uri) for each in self.workspace.folders.values()]
        return list(dict.fromkeys(Path(each).resolve() for each in (*folders, self.workspace.root_path) if each))

    async def service_of(self, root: Path) -> ServiceClient:
        """Return the service of a workspace folder, which is started for the first file."""
        if root not in self.services:

            def notified(method: str, given: object) -> None:
                if method == "file":
                    self.take(root, cast("FileState", given))
                elif method == "ended":
                    text = f"surefoot's service for {root} has ended: {given}; its output has the reason"
                    self.window_show_message(types.ShowMessageParams(types.MessageType.Error, text))

            self.services[root] = asyncio.create_task(ServiceClient.start(root, self.arguments, notified))
        return await self.services[root]

    async def stop(self) -> None:
        """End all services."""
        for each in self.services.values():
            with suppress(SurefootError, OSError):
                await (await each).stop()

    # Files

    async def opened(self, uri: str) -> None:
        """Check a file from now on."""
        place = self.place_of(uri)
        if place is not None:
            root, path = place
            self.files[uri] = _OpenFile(uri, path, await self.service_of(root))
            self.changed(uri)

    def changed(self, uri: str) -> None:
        """Pass the present text on; the results on display move with their lines."""
        file = self.files.get(uri)
        if file is None:
            return
        document = self.workspace.get_text_document(uri)
        file.number += 1
        file.texts[file.number] = document.lines
        file.age()
        with suppress(SurefootError):
            file.service.notify("open", {"file": file.path, "text": document.source, "number": file.number})
        self.publish(file)

    def closed(self, uri: str) -> None:
        """Stop checking a file, and remove its results."""
        file = self.files.pop(uri, None)
        if file is not None:
            with suppress(SurefootError):
                file.service.notify("close", {"file": file.path})
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def take(self, root: Path, state: FileState) -> None:
        """Show a state that the service has published."""
        uri = from_fs_path(str(root / state["file"]))
        file = self.files.get(uri or "") or next(
            (each for each in self.files.values() if self.place_of(each.uri) == (root, state["file"])), None
        )
        if file is None:
            return
        file.take(state)
        self.publish(file)
        capabilities = self.client_capabilities.workspace
        if capabilities and capabilities.code_lens and capabilities.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)
        if capabilities and capabilities.inlay_hint and capabilities.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)

    def publish(self, file: _OpenFile) -> None:
        """Send the diagnostics of a file."""
        version = self.workspace.get_text_document(file.uri).version
        found = self.view(file).diagnostics()
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(file.uri, found, version))

    def view(self, file: _OpenFile) -> ResultView:
        """Return the results of a file at its present text."""
        root = next(root for root, task in self.services.items() if task.done() and task.result() is file.service)
        faults = file.state["faults"] if file.state and file.state["text"] == file.number else []
        return ResultView(
            file.path,
            file.uri,
            self.source(file.uri),
            lambda where: self.location(root, where),
            list(file.entries.values()),
            faults,
        )

    def source(self, uri: str) -> EditorLines:
        """Return the lines of a file, open or on disk."""
        codec = self.workspace.position_codec
        try:
            return EditorLines(self.workspace.get_text_document(uri).lines, codec)
        except OSError:
            return EditorLines((), codec)

    def location(self, root: Path, where: LocationEntry) -> types.Location:
        """Return the place of a position in any file."""
        uri = from_fs_path(str(root / where["file"])) or ""
        return types.Location(uri, self.source(uri).at(where["line"], where["column"]))

    def actions(self, file: _OpenFile, given: types.CodeActionParams) -> list[types.CodeAction]:
        """Return the edits that add inferred preconditions, and the commands that show runs."""
        view = self.view(file)
        found = [
            types.CodeAction(
                f"Add the precondition of {entry['function']}: {'; '.join(each['text'] for each in entry['preconditions'])}",
                types.CodeActionKind.QuickFix,
                edit=types.WorkspaceEdit({file.uri: [edit]}),
            )
            for entry, edit in view.preconditions(given.range)
        ]
        functions = dict.fromkeys(
            each.data["function"] for each in given.context.diagnostics if isinstance(each.data, dict)
        )
        for name in functions:
            known = file.entries.get(name)
            for number, violation in enumerate(known.entry["violations"] if known else ()):
                title = f"Step through the run: {violation_summary(violation['violation'])}"
                command = types.Command(title, SHOW_RUN, arguments=[file.uri, name, number])
                found.append(types.CodeAction(title, types.CodeActionKind.QuickFix, command=command))
        return found

    def refresh(self) -> None:
        """Look for changed files on disk."""
        for file in self.files.values():
            with suppress(SurefootError):
                file.service.notify("refresh", {})

    # Runs

    def show_run(self, uri: str, function: str, number: int) -> list[dict[str, Any]]:
        """Return the steps of a failing run, and show the first."""
        file = self.files.get(uri)
        entry = file.entries[function].entry if file and function in file.entries else None
        if entry is None or not number < len(entry["violations"]):
            return []
        root = next(root for root, task in self.services.items() if file and task.result() is file.service)
        self.shown = _ShownRun(root, run_steps(entry["violations"][number]), -1)
        self.step(1)
        return [self._step(root, each) for each in self.shown.steps]

    def step(self, by: int) -> dict[str, Any] | None:
        """Move to another step of the shown run, select its line, and return it."""
        shown = self.shown
        if shown is None or not shown.steps:
            return None
        shown.at = min(max(0, shown.at + by), len(shown.steps) - 1)
        step = shown.steps[shown.at]
        place = self.location(shown.root, step.location)
        capabilities = self.client_capabilities.window
        if capabilities and capabilities.show_document:
            self.window_show_document(
                types.ShowDocumentParams(place.uri, take_focus=True, selection=place.range),
            )
        text = f"{shown.at + 1}/{len(shown.steps)} {step.function}: {step.message}"
        self.window_show_message(types.ShowMessageParams(types.MessageType.Info, text))
        return self._step(shown.root, step)

    def _step(self, root: Path, step: RunStep) -> dict[str, Any]:
        place = self.location(root, step.location)
        start = place.range.start
        return {
            "uri": place.uri,
            "range": {
                "start": {"line": start.line, "character": start.character},
                "end": {"line": place.range.end.line, "character": place.range.end.character},
            },
            "function": step.function,
            "depth": step.depth,
            "message": step.message,
        }


def make_server(arguments: Sequence[str]) -> LanguageServer:
    """Return the server; ``arguments`` are options of its services."""
    server = _Server(arguments)

    @server.feature(types.INITIALIZED)
    async def initialized(_: types.InitializedParams) -> None:
        for root in server.roots():
            await server.service_of(root)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(given: types.DidOpenTextDocumentParams) -> None:
        await server.opened(given.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(given: types.DidChangeTextDocumentParams) -> None:
        server.changed(given.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(given: types.DidCloseTextDocumentParams) -> None:
        server.closed(given.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def saved(_: object) -> None:
        server.refresh()

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def lenses(given: types.CodeLensParams) -> list[types.CodeLens]:
        file = server.files.get(given.text_document.uri)
        return server.view(file).lenses() if file else []

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def hints(given: types.InlayHintParams) -> list[types.InlayHint]:
        file = server.files.get(given.text_document.uri)
        return server.view(file).hints(given.range) if file else []

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION)
    def actions(given: types.CodeActionParams) -> list[types.CodeAction]:
        file = server.files.get(given.text_document.uri)
        if file is None:
            return []
        file.service.notify("focus", {"file": file.path, "line": given.range.start.line + 1})
        return server.actions(file, given)

    @server.command(SHOW_RUN)
    def show_run(uri: str, function: str, number: int) -> list[dict[str, Any]]:
        return server.show_run(uri, function, number)

    @server.command(_NEXT_STEP)
    def next_step() -> dict[str, Any] | None:
        return server.step(1)

    @server.command(_PREVIOUS_STEP)
    def previous_step() -> dict[str, Any] | None:
        return server.step(-1)

    @server.feature(types.SHUTDOWN)
    async def shutdown(*_: object) -> None:
        await server.stop()

    return server
