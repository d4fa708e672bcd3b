"""Somebody presses Ctrl-C while a call computes."""

import signal
import threading

import pytest


def assert_interrupted(call, after=0.1):
    """The call ends by a Ctrl-C some seconds after its begin; one that ends sooner gets none."""
    timer = threading.Timer(after, signal.raise_signal, (signal.SIGINT,))

    def interrupted():
        timer.start()
        try:
            call()
        finally:
            # what comes too late must not hit another test
            handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
            timer.cancel()
            timer.join()
            signal.signal(signal.SIGINT, handler)

    with pytest.raises(KeyboardInterrupt):
        interrupted()
