"""A replay file that can be read to its end: the state at any moment, and every event in turn."""

from collections.abc import Iterator
from typing import Any

from domain.kernel.creation import names_in
from domain.kernel.names import named
from domain.kernel.seals import Fact
from domain.kernel.texts import Language
from domain.table.events import HandedOver
from domain.table.texts import tell
from replays.entry import AnyLine
from replays.moment import Moment
from replays.recorded_game import Recorded, RecordedGame, UnreadableReplay


class History(RecordedGame):
    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        if self.broken_off:
            raise UnreadableReplay(self.broken_off)
        self.names = names_in(self.created)
        """By seat; empty if they were erased."""

    def events(self) -> Iterator[tuple[Moment, Fact]]:
        for line in self.lines:
            for at, event in enumerate(line.events, 1):
                yield Moment(line.v, at), event

    def at(self, moment: Moment) -> Recorded:
        try:
            return super().at(moment)
        except Exception as error:
            # The fold believes everything, so a forged file can break it anywhere.
            raise UnreadableReplay(f"an event does not fit the game so far ({error!r})") from error

    def state_at(self, moment: Moment) -> Any:
        return self.at(moment).state

    def told(self, language: Language) -> Iterator[tuple[Moment, Fact, str]]:
        """Every event with its sentence, which uses the names as of its entry."""
        names = self.names
        for line in self.lines:
            for at, event in enumerate(line.events, 1):
                said = tell(self.game, event, language, names, self.catalog)
                yield Moment(line.v, at), event, said
            names = self._renamed(names, line)

    def _renamed(self, names: tuple[str, ...], line: AnyLine) -> tuple[str, ...]:
        for event in line.events:
            if isinstance(event, HandedOver) and 0 <= event.seat < self.seats:
                known = [named(names, seat) for seat in range(self.seats)]
                known[event.seat] = event.name
                names = tuple(known)
        return names
