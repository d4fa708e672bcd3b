"""The end of a cell is noticed whatever its widgets send meanwhile."""

import asyncio
from queue import Empty

import pytest
import zmq
import zmq.asyncio
from jupyter_client.channels import AsyncZMQSocketChannel
from jupyter_client.session import Session

from documenting import kernels


@pytest.fixture
def looked_for(monkeypatch):
    """Replies are looked for, in this test."""
    monkeypatch.setattr(AsyncZMQSocketChannel, "get_msg", AsyncZMQSocketChannel.get_msg)
    kernels.look_for_replies()


def run(awaiting):
    """Run a function of the channel of a client, its session and the socket of a kernel."""

    async def running():
        with (
            zmq.asyncio.Context() as context,
            context.socket(zmq.DEALER) as client,
            context.socket(zmq.DEALER) as kernel,
        ):
            client.bind("inproc://shell")
            kernel.connect("inproc://shell")
            session = Session()
            return await awaiting(AsyncZMQSocketChannel(client, session), session, kernel)

    return asyncio.run(running())


@pytest.mark.parametrize("timeout", [None, 600])
def test_a_reply_of_which_the_notice_was_taken_is_found(looked_for, timeout):
    async def awaiting(channel, session, kernel):
        reply = asyncio.ensure_future(channel.get_msg(timeout=timeout))
        await asyncio.sleep(0)
        session.send(kernel, "execute_reply")
        # what sending does: it asks the socket itself, past the loop that awaits the notice
        assert zmq.Socket.shadow(channel.socket.underlying).poll()
        return await asyncio.wait_for(reply, 60)

    assert run(awaiting)["msg_type"] == "execute_reply"


@pytest.mark.parametrize("timeout", [0, 0.01])
def test_no_reply_is_empty_when_the_time_is_up(looked_for, timeout):
    with pytest.raises(Empty):
        run(lambda channel, *_: channel.get_msg(timeout=timeout))
