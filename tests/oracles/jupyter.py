"""A notebook in JupyterLab, in a browser: its cells are run, and its kernel is asked."""

import json
import os
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from urllib.request import urlopen

# seconds until what is awaited has failed
_PATIENCE = 120

_TOKEN = "of-a-test"

_SETTINGS = (
    "--no-browser", "--allow-root", "--expose-app-in-browser", f"--IdentityProvider.token={_TOKEN}",
    "--ServerApp.port_retries=0", "--LabApp.news_url=",
)  # fmt: skip

_MAIN = "[...jupyterapp.shell.widgets('main')][0]"

_ASK = """(async () => {
  const { kernel } = %s.sessionContext.session;
  let said = "";
  const asked = kernel.requestExecute({ code: %s });
  asked.onIOPub = ({ header, content }) => {
    if (header.msg_type === "stream") said += content.text;
    if (header.msg_type === "error") said += content.traceback.join("");
  };
  await asked.done;
  return said;
})()"""


class Notebook:
    """A notebook that is open in a tab of a browser."""

    def __init__(self, tab):
        self.tab = tab

    def run_all(self):
        """Run all cells."""
        self.tab.run("jupyterapp.commands.execute('notebook:run-all-cells')")

    def ask(self, code):
        """Return what code prints in the kernel, after all that the page has told it."""
        return self.tab.run(_ASK % (_MAIN, json.dumps(code)))

    def save(self):
        """Save the file."""
        self.tab.run(f"{_MAIN}.context.save()")

    def restart(self):
        """Start another kernel in the place of the old one."""
        self.tab.run(f"{_MAIN}.sessionContext.session.kernel.restart()")

    def wait(self, expression):
        """Wait until an expression of JavaScript is true."""
        until(lambda: self.tab.run(f"Boolean({expression})"), expression)


@contextmanager
def notebook(tab, file):
    """Open a notebook in a tab."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    # settings and workspaces of its own
    environment = {**os.environ, "HOME": str(file.parent), "JUPYTER_PREFER_ENV_PATH": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", *_SETTINGS, f"--port={port}",
         f"--ServerApp.root_dir={file.parent}"],
        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        until(lambda: _answers(f"{address}/api"), "JupyterLab answers")
        tab.visit(f"{address}/lab/tree/{file.name}?reset&token={_TOKEN}", 1400, 1500)
        opened = Notebook(tab)
        opened.wait("window.jupyterapp && document.querySelector('.jp-Notebook')")
        opened.wait(f"{_MAIN}?.sessionContext?.session?.kernel?.status === 'idle'")
        yield opened
    finally:
        process.terminate()
        process.wait()


def _answers(address):
    try:
        with urlopen(address):
            return True
    except OSError:
        return False


def until(true, what):
    """Wait until something is true."""
    end = time.monotonic() + _PATIENCE
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.2)
