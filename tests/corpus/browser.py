"""A headless Chromium, driven by the DevTools protocol over a pipe.

Messages are JSON documents that end with a null byte, on the descriptors 3 and 4 of the browser.
"""

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
_KEYS = {"ArrowRight": 39, "ArrowLeft": 37, "Home": 36, "End": 35, "Escape": 27, "Tab": 9, "Enter": 13}


@dataclass(slots=True)
class Browser:
    """A page in a running browser, with the errors that it logged."""

    _write: int
    _read: int
    _session: str = ""
    _number: int = 0
    _received: bytes = b""
    errors: list[str] = field(default_factory=list)

    def open(self, page: Path, address: str = "") -> None:
        """Load the file ``page``, and wait until it is shown."""
        self._send("Page.navigate", url="about:blank")
        self._send("Page.navigate", url=page.resolve().as_uri() + address)
        while self.value("document.readyState") != "complete" or not self.value("!!document.querySelector('h1')"):
            pass

    def value(self, expression: str) -> Any:
        """Return the value of a JavaScript expression."""
        found = self._send("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in found:
            raise AssertionError(found["exceptionDetails"])
        return found["result"].get("value")

    def texts(self, selector: str) -> list[str]:
        """Return the texts of all elements that match."""
        return list(self.value(f"[...document.querySelectorAll({json.dumps(selector)})].map(e => e.textContent)"))

    def click(self, selector: str) -> None:
        """Click in the middle of the first element that matches, by the mouse."""
        at = self.value(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center'}});"
            " const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self._send("Input.dispatchMouseEvent", type=kind, x=at[0], y=at[1], button="left", clickCount=1)
        self.settle()

    def press(self, key: str) -> None:
        """Press a key."""
        code: dict[str, Any] = {"windowsVirtualKeyCode": _KEYS[key]} if key in _KEYS else {"text": key}
        if key == "Enter":
            code["text"] = "\r"
        for kind in ("keyDown", "keyUp"):
            self._send("Input.dispatchKeyEvent", type=kind, key=key, **code)
        self.settle()

    def type(self, text: str) -> None:
        """Enter ``text`` into the focused field."""
        self._send("Input.insertText", text=text)
        self.settle()

    def settle(self) -> None:
        """Wait until the page is drawn again."""
        self._send(
            "Runtime.evaluate",
            expression="new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)))",
            awaitPromise=True,
        )

    def resize(self, width: int, height: int, *, dark: bool = False) -> None:
        """Set the size of the window, and whether the user prefers dark colours."""
        self._send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        preferred = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self._send("Emulation.setEmulatedMedia", features=preferred)

    def screenshot(self, path: Path) -> None:
        """Write a picture of the window."""
        path.write_bytes(base64.b64decode(self._send("Page.captureScreenshot", format="png")["data"]))

    def attach(self) -> None:
        """Attach to the first page, and record its errors."""
        target = next(each for each in self._send("Target.getTargets")["targetInfos"] if each["type"] == "page")
        found = self._send("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self._session = found["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self._send(f"{domain}.enable")

    def _send(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            received = self._next()
            if received.get("id") == self._number:
                if "error" in received:
                    raise AssertionError(f"{method}: {received['error']}")
                return dict(received["result"])

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._received:
            data = os.read(self._read, 1 << 20)
            if not data:
                raise AssertionError("the browser ended")
            self._received += data
        text, _, self._received = self._received.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        match message.get("method"):
            case "Runtime.exceptionThrown":
                self.errors.append(json.dumps(message["params"]["exceptionDetails"]))
            case "Log.entryAdded":
                self.errors.append(message["params"]["entry"]["text"])
            case "Runtime.consoleAPICalled" if message["params"]["type"] in {"error", "warning"}:
                self.errors.append(json.dumps(message["params"]["args"]))
            case _:
                pass
        return message


@contextmanager
def browser(profile: Path) -> Iterator[Browser]:
    """Start Chromium with an empty ``profile``, and end it afterwards."""
    assert CHROMIUM is not None
    command_reader, command_writer = os.pipe()
    answer_reader, answer_writer = os.pipe()
    options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run"]
    options += ["--disable-dev-shm-usage", "--disable-background-networking", f"--user-data-dir={profile}"]
    script = f'exec "$0" "$@" 3<&{command_reader} 4>&{answer_writer}'
    process = subprocess.Popen(
        ["/bin/bash", "-c", script, CHROMIUM, *options, "about:blank"],
        pass_fds=(command_reader, answer_writer),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(command_reader)
    os.close(answer_writer)
    try:
        found = Browser(command_writer, answer_reader)
        found.attach()
        yield found
    finally:
        os.close(command_writer)
        process.terminate()
        process.wait()
        os.close(answer_reader)
