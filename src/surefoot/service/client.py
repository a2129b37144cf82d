"""The client of the service: a process of ``surefoot serve``, used from an event loop."""

import asyncio
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from surefoot.base.errors import SurefootError
from surefoot.base.records import dataclass, field

Notified = Callable[[str, Any], None]
"""Gets the method and the parameters of a notification; ``ended`` if the service ends by itself."""


@dataclass(slots=True)
class ServiceClient:
    """A running service."""

    process: asyncio.subprocess.Process
    notified: Notified
    _waiting: dict[int, "asyncio.Future[Any]"] = field(default_factory=dict)
    _last: int = 0
    _reader: "asyncio.Task[None] | None" = None

    @classmethod
    async def start(cls, root: Path, arguments: Sequence[str], notified: Notified) -> Self:
        """Start the service of the project at ``root`` with the options ``arguments``."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "surefoot", "serve", str(root), *arguments),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=1 << 30,
        )
        client = cls(process, notified)
        client._reader = asyncio.create_task(client._read())
        return client

    def notify(self, method: str, given: Mapping[str, Any]) -> None:
        """Send a notification."""
        self._send({"method": method, "params": given})

    async def request(self, method: str, given: Mapping[str, Any]) -> Any:  # noqa: ANN401 any JSON value
        """Send a request and return its result; a cancelled one is cancelled in the service, too.

        Raises `SurefootError` for an error that the service reports, or if the service has ended.
        """
        self._last += 1
        number = self._last
        answer = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        self._send({"method": method, "id": number, "params": given})
        try:
            return await answer
        except asyncio.CancelledError:
            self.notify("cancel", {"id": number})
            raise
        finally:
            self._waiting.pop(number, None)

    async def stop(self) -> None:
        """End the service, and wait for its end."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        with suppress(asyncio.CancelledError):
            await self.process.wait()

    def _send(self, message: Mapping[str, Any]) -> None:
        if self.process.stdin is None or self.process.returncode is not None:
            raise SurefootError("the service has ended")
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    async def _read(self) -> None:
        output = self.process.stdout
        while output is not None and (line := await output.readline()):
            message = json.loads(line)
            if "method" in message:
                self.notified(message["method"], message["params"])
                continue
            answer = self._waiting.get(message["id"])
            if answer is None or answer.done():
                continue
            if "error" in message:
                answer.set_exception(SurefootError(message["error"]["message"]))
            else:
                answer.set_result(message["result"])
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(SurefootError("the service has ended"))
        if self.process.stdin is not None and not self.process.stdin.is_closing():
            self.notified("ended", {"code": await self.process.wait()})
