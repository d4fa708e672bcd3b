"""A page in Chromium without a window, which is asked over a pipe for what it finds there."""

import base64
import json
import os
import select
import shutil
import subprocess
from contextlib import contextmanager

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)

_FLAGS = (
    "--headless=new", "--no-sandbox", "--no-first-run", "--disable-gpu-sandbox",
    "--remote-debugging-pipe",
)  # fmt: skip

# by the processor: WebGL, which makes everything else slower
_GRAPHICS = {
    False: ("--disable-gpu",),
    True: ("--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"),
}

# seconds until an answer is no more waited for
_PATIENCE = 120


class Browser:
    """A tab that shows one page after the other."""

    def __init__(self, to, of):
        """Find the tab."""
        self._to, self._of, self._left, self._asked, self._session = to, of, b"", 0, None
        tabs = self.ask("Target.getTargets")["targetInfos"]
        (tab, *_) = (each["targetId"] for each in tabs if each["type"] == "page")
        self._session = self.ask("Target.attachToTarget", targetId=tab, flatten=True)["sessionId"]
        # fields tell that they have the focus, also where the machine gives it to no window
        self.ask("Emulation.setFocusEmulationEnabled", enabled=True)

    def ask(self, method, **parameters):
        """Return the answer of the protocol of Chromium's tools for developers."""
        self._asked += 1
        message = {"id": self._asked, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._to.write(json.dumps(message).encode() + b"\0")
        self._to.flush()
        while True:
            answer = json.loads(self._message())
            if answer.get("id") == self._asked:
                assert "error" not in answer, answer
                return answer["result"]

    def _message(self):
        while b"\0" not in self._left:
            ready, _, _ = select.select([self._of], [], [], _PATIENCE)
            read = os.read(self._of.fileno(), 1 << 16) if ready else b""
            assert read, "Chromium has ended, or does not answer"
            self._left += read
        message, _, self._left = self._left.partition(b"\0")
        return message

    def open(self, path, width=900, height=640, media=()):
        """Load a file in a window of a size, with media features (name, value)."""
        self.visit(path.resolve().as_uri(), width, height, media)

    def visit(self, address, width=900, height=640, media=()):
        """Load what is at an address, in the same way."""
        features = [{"name": name, "value": value} for name, value in media]
        self.ask("Emulation.setEmulatedMedia", features=features)
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.ask("Emulation.setDeviceMetricsOverride", **size)
        self.ask("Page.navigate", url=address)
        self.run("new Promise(done => document.readyState === 'complete' ? done() : onload = done)")

    def run(self, script):
        """Return the value of an expression of JavaScript; of a promise, what it brings."""
        options = {"returnByValue": True, "awaitPromise": True}
        answer = self.ask("Runtime.evaluate", expression=script, **options)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def evaluate_in_frames(self):
        """Allow a test to evaluate text in frames, whose policy forbids it, of the next pages."""
        self.ask("Page.setBypassCSP", enabled=True)

    def picture(self):
        """Return what the window shows, as a PNG."""
        return base64.b64decode(self.ask("Page.captureScreenshot")["data"])


@contextmanager
def browser(folder, script="", webgl=False):
    """Start Chromium, with its files in a folder of its own, and end it.

    The script runs in every page before those of the page.
    """
    (theirs_in, to), (of, theirs_out) = os.pipe(), os.pipe()

    def pass_on():
        # far from 3 and 4 first, since either pipe may hold one of these
        sources = [os.dup2(theirs_in, 203), os.dup2(theirs_out, 204)]
        for source, target in zip(sources, (3, 4), strict=True):
            os.dup2(source, target)

    process = subprocess.Popen(
        [CHROMIUM, *_FLAGS, *_GRAPHICS[webgl], f"--user-data-dir={folder}"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=pass_on, close_fds=False,
    )  # fmt: skip
    os.close(theirs_in)
    os.close(theirs_out)
    with open(to, "wb") as asking, open(of, "rb", buffering=0) as answering:
        try:
            tab = Browser(asking, answering)
            if script:
                tab.ask("Page.enable")
                tab.ask("Page.addScriptToEvaluateOnNewDocument", source=script)
            yield tab
        finally:
            process.terminate()
            process.wait()
