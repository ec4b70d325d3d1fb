"""What a script asks of whoever runs it: requests, a stream, a pause, a decision, to be told.

A script is a generator. It yields what it wants done and is sent what came of it, so it is written
once and runs with threads as well as with asyncio, and nothing in it touches a network.
"""

from collections.abc import Callable, Generator, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct, field

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Request(Struct, frozen=True):
    method: str
    path: str
    """From the root of the service on."""
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None


class Answer(Struct, frozen=True):
    status: int
    headers: Mapping[str, str]
    """Found by their names in any case."""
    body: bytes = b""
    """Of a stream that was opened, nothing: it comes by and by."""


class Ask(Struct, frozen=True):
    """Sends a request; the answer is an `Answer`."""

    request: Request


class Listen(Struct, frozen=True):
    """Opens a stream, in the place of the one that was open; the answer is an `Answer`."""

    request: Request


class Hear(Struct, frozen=True):
    """Waits for the next bytes of the open stream; the answer is empty once it has ended."""


class Pause(Struct, frozen=True):
    seconds: float


class Think(Struct, frozen=True):
    """Lets the caller's own code decide; with asyncio it may be a coroutine."""

    decide: Callable[[], Any]


class Tell(Struct, Generic[T_co], frozen=True):
    """Hands a value to whoever iterates."""

    value: T_co


Effect: TypeAlias = Ask | Listen | Hear | Pause | Think
Script: TypeAlias = Generator[Effect, Any, T]
"""Comes to a value."""
Story: TypeAlias = Generator[Effect | Tell[T], Any, None]
"""Tells values, one after the other."""


class Steps(Generic[T]):
    """A script between two of its steps."""

    def __init__(self, script: Generator[Any, Any, T]) -> None:
        self._script = script
        self._result: list[T] = []

    def begin(self) -> Any:
        return self._on(lambda: next(self._script))

    def answer(self, answer: Any) -> Any:
        """What it wants next; None if that was all."""
        return self._on(lambda: self._script.send(answer))

    def fail(self, error: Exception) -> Any:
        return self._on(lambda: self._script.throw(error))

    def _on(self, step: Callable[[], Any]) -> Any:
        try:
            return step()
        except StopIteration as end:
            self._result.append(end.value)
            return None

    @property
    def result(self) -> T:
        return self._result[0]

    def close(self) -> None:
        self._script.close()


class Told(Generic[T]):
    """A story that a script listens to, one value at a time."""

    def __init__(self, story: Story[T]) -> None:
        self._steps = Steps(story)
        self._begun = False

    def next(self) -> Script[T | None]:
        """None once the story is at its end."""
        effect = self._steps.answer(None) if self._begun else self._steps.begin()
        self._begun = True
        while effect is not None and not isinstance(effect, Tell):
            try:
                answer = yield effect
            except Exception as error:
                effect = self._steps.fail(error)
            else:
                effect = self._steps.answer(answer)
        return None if effect is None else effect.value
