"""The process of the service: JSON-RPC 2.0 on standard input and output, one message a line.

Requests are ``check``, ``trial`` and ``shutdown``; notifications ``open``, ``close``, ``focus``, ``refresh`` and
``cancel``. The process sends ``file`` notifications with a `FileState`, and ends with its input.
"""

import json
import os
import select
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from surefoot.base.errors import SurefootError, UsageError
from surefoot.base.records import dataclass, field
from surefoot.project.scan import ScanOptions
from surefoot.project.store import tool_digest
from surefoot.project.unit import perform
from surefoot.project.workers import Workers
from surefoot.service.files import ProjectFiles
from surefoot.service.kept_state import kept_state
from surefoot.service.limits import LIMITS
from surefoot.service.mirror import Mirror
from surefoot.service.scheduler import Scheduler
from surefoot.service.service import Service
from surefoot.service.trials import TrialText

SERVICE_SCHEMA: Final = "surefoot-service/1"
"""Version of the messages: it changes whenever a reader of the previous one could break."""
_PARSE_ERROR, _METHOD_NOT_FOUND, _INVALID_PARAMS, _FAILED = -32700, -32601, -32602, -32000


def serve(
    root: Path, flags: Sequence[str], database: Path | None, options: ScanOptions, is_stopped: Callable[[], bool]
) -> None:
    """Serve the project at ``root`` until the input ends or ``is_stopped``."""
    with (
        tempfile.TemporaryDirectory(prefix="surefoot-service-", ignore_cleanup_errors=True) as name,
        Workers(options.jobs, perform) as workers,
    ):
        folder = Path(name).resolve()
        mirror = Mirror(root, folder / "project")
        mirror.folder.mkdir()
        tool = tool_digest()
        kept = kept_state(root, folder / "state", tool, options.property, *flags)
        os.nice(LIMITS.niceness)
        files = ProjectFiles(mirror, flags, database)
        try:
            files.reread()
            service = Service(files, Scheduler(workers), options, str(kept.compilations), tool, _publish)
            service.restore(kept.restore(files))
            _send({"method": "ready", "params": {"schema": SERVICE_SCHEMA, "root": str(root)}})
            _Loop(service, workers, is_stopped).run()
            kept.save(files, service.results())
        finally:
            os.chdir(root)  # the mirror is removed


def _publish(state: Any) -> None:  # noqa: ANN401 a message
    _send({"method": "file", "params": state})


def _send(message: dict[str, Any]) -> None:
    data = memoryview(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    while data:
        data = data[os.write(1, data) :]


@dataclass(slots=True)
class _Loop:
    """Messages, ended jobs and due work, in one thread."""

    service: Service
    workers: Workers
    is_stopped: Callable[[], bool]
    _rest: bytes = b""
    _is_over: bool = field(default=False)

    def run(self) -> None:
        """Handle messages and jobs until the input ends."""
        scheduler = self.service.scheduler
        while not (self._is_over or self.is_stopped()):
            self.service.step()
            due = self.service.next_due()
            seconds = LIMITS.watch_seconds if due is None else min(LIMITS.watch_seconds, due - time.monotonic())
            ready, _, _ = select.select([0, *self.workers.pipes], [], [], max(0.0, seconds))
            if 0 in ready:
                self._read()
            scheduler.collect()

    def _read(self) -> None:
        data = os.read(0, 1 << 20)
        if not data:
            self._is_over = True
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in filter(bytes.strip, lines):
            self._handle(line)

    def _handle(self, line: bytes) -> None:
        try:
            message = json.loads(line)
            method, key, given = message["method"], message.get("id"), message.get("params", {})
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            _send({"id": None, "error": {"code": _PARSE_ERROR, "message": "expected a JSON-RPC request on one line"}})
            return
        try:
            self._call(method, key, given)
        except SurefootError as error:
            _send_error(key, _FAILED, str(error))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            _send_error(key, _INVALID_PARAMS, f"wrong parameters of {method}: {error}")

    def _call(self, method: str, key: object, given: dict[str, Any]) -> None:
        service = self.service
        match method:
            case "open":
                service.open(self._path(given["file"]), given.get("text"), int(given.get("number", 0)))
            case "close":
                service.close(self._path(given["file"]))
            case "focus":
                service.focus(self._path(given["file"]), int(given["line"]))
            case "refresh":
                service.refresh()
            case "check":
                files = [self._path(each) for each in given.get("files", ())]
                functions = [str(each) for each in given.get("functions", ())]
                service.check(key, files, functions, lambda answer: _send({"id": key, "result": answer}))
            case "trial":
                file = str(given.get("file", ""))
                named = frozenset(map(str, given.get("functions", ())))
                text = TrialText(self._path(file) if file else "", given["text"], named, bool(given.get("callers")))
                service.trial(key, text, lambda answer: _send({"id": key, "result": answer}))
            case "cancel":
                service.cancel(given["id"])
                _send_error(given["id"], _FAILED, "cancelled")
            case "shutdown":
                self._is_over = True
                _send({"id": key, "result": None})
            case _:
                _send_error(key, _METHOD_NOT_FOUND, f"unknown method {method}")

    def _path(self, file: str) -> str:
        path = self.service.files.mirror.path_of(file)
        if path is None:
            raise UsageError(f"{file} is outside of {self.service.files.mirror.root}")
        return path


def _send_error(key: object, code: int, message: str) -> None:
    _send({"id": key, "error": {"code": code, "message": message}})
