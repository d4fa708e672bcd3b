"""Execution of notebooks whose widgets send messages while a cell ends."""

from queue import Empty
from time import monotonic

from jupyter_client.channels import AsyncZMQSocketChannel

# seconds between two looks for a reply
_INTERVAL = 1.0

_next_message = AsyncZMQSocketChannel.get_msg


async def _next_message_looked_for(self, timeout=None):
    """Return the next message, or raise Empty when so many seconds have passed."""
    end = float("inf") if timeout is None else monotonic() + timeout
    while True:
        try:
            return await _next_message(self, max(0.0, min(_INTERVAL, end - monotonic())))
        except Empty:
            if monotonic() >= end:
                raise


def look_for_replies():
    """Let clients of kernels poll for replies, not only wait for notifications.

    nbclient sends the output of a widget over the socket on which it awaits the end of the cell.
    ZeroMQ notifies once: where the reply is there already, sending takes the notice, and the cell
    would end when its time is up (jupyter/nbclient, issue 312).
    """
    AsyncZMQSocketChannel.get_msg = _next_message_looked_for
