"""A language client in this process, and a server in a process of its own."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

ROOT = Path(__file__).parents[2]


class Editor:
    """An editor with one workspace folder; it keeps the diagnostics and shown places it was sent."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.client = LanguageClient("test", "1")
        self.diagnostics: dict[str, types.PublishDiagnosticsParams] = {}
        self.shown: list[types.ShowDocumentParams] = []
        self._news = asyncio.Event()

        feature: Callable[[str], Callable[[Callable[..., Any]], None]] = self.client.feature
        feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(partial(self._take))
        feature(types.WINDOW_SHOW_DOCUMENT)(partial(self._show))
        feature(types.WINDOW_SHOW_MESSAGE)(lambda _: None)

    def _take(self, given: types.PublishDiagnosticsParams) -> None:
        self.diagnostics[given.uri] = given
        self._news.set()

    def _show(self, given: types.ShowDocumentParams) -> types.ShowDocumentResult:
        self.shown.append(given)
        return types.ShowDocumentResult(success=True)

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def document(self, name: str) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri(name))

    def open(self, name: str) -> None:
        text = (self.folder / name).read_text()
        item = types.TextDocumentItem(self.uri(name), types.LanguageKind.C, 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def close(self, name: str) -> None:
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(self.document(name)))

    def type(self, name: str, version: int, line: int, column: int, text: str, deleted: int = 0) -> None:
        """Insert ``text`` after deleting characters."""
        span = types.Range(types.Position(line, column), types.Position(line, column + deleted))
        change = types.TextDocumentContentChangePartial(span, text)
        identifier = types.VersionedTextDocumentIdentifier(version, self.uri(name))
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))

    async def until(self, name: str, holds: Callable[[types.PublishDiagnosticsParams], bool]) -> list[types.Diagnostic]:
        """Return the diagnostics of a file as soon as a condition holds."""
        uri = self.uri(name)
        while uri not in self.diagnostics or not holds(self.diagnostics[uri]):
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), 40)
        return list(self.diagnostics[uri].diagnostics)

    async def lenses(self, name: str, *, settled: bool = True) -> list[str]:
        """Return the titles of the code lenses, when nothing is being checked any more if ``settled``."""
        while True:
            found = await self.client.text_document_code_lens_async(types.CodeLensParams(self.document(name)))
            titles = [each.command.title for each in found or () if each.command]
            pending = ("not checked", "checking", "stale")
            if titles and not (settled and any(title.startswith(pending) for title in titles)):
                return titles
            await asyncio.sleep(0.1)

    async def command(self, name: str, *arguments: object) -> Any:
        return await self.client.workspace_execute_command_async(types.ExecuteCommandParams(name, [*arguments]))


@asynccontextmanager
async def editing(folder: Path, *options: str) -> AsyncIterator[Editor]:
    """Start a server for ``folder``, and end it."""
    editor = Editor(folder)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "XDG_CACHE_HOME": str(folder / ".cache")}
    await editor.client.start_io(sys.executable, "-m", "surefoot", "lsp", *options, env=environment)
    await editor.client.initialize_async(
        types.InitializeParams(
            capabilities=types.ClientCapabilities(
                general=types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind.Utf16]),
                window=types.WindowClientCapabilities(show_document=types.ShowDocumentClientCapabilities(support=True)),
            ),
            workspace_folders=[types.WorkspaceFolder(folder.as_uri(), "project")],
        )
    )
    editor.client.initialized(types.InitializedParams())
    try:
        yield editor
    finally:
        await editor.client.shutdown_async(None)
        editor.client.exit(None)
        stop: Callable[[], Any] = editor.client.stop
        await stop()
