"""No child outlives its supervisor, not even one that was killed with -9.

All children inherit the reading end of a pipe whose writing end the supervisor alone holds; nothing
is ever written. When the reading ends, the supervisor is gone, whatever ended it.
"""

import os
import signal
import threading

VARIABLE = "SCHICHTBUCH_LIFELINE"
GRACE = 10.0
"""Seconds a child has to end well, once its supervisor is gone."""


def follow_supervisor() -> None:
    """In a child; elsewhere it does nothing. What the child forks off follows, too."""
    given = os.environ.pop(VARIABLE, None)
    if given is None:
        return
    lifeline = int(given)
    os.set_inheritable(lifeline, False)

    def follow() -> None:
        threading.Thread(target=_follow, args=(lifeline,), name="lifeline", daemon=True).start()

    follow()
    os.register_at_fork(after_in_child=follow)


def _follow(lifeline: int) -> None:
    os.read(lifeline, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    threading.Event().wait(GRACE)
    os._exit(1)
