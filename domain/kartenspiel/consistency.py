"""A catalog must not contradict itself; whatever is wrong is named by its id.

The cards and tokens themselves count. Beside them the catalog repeats how many there are; a
repetition that contradicts the cards is refused. Sums and distributions only describe and are
not read, so that a recount changes the cards and nothing else.
"""

from collections import Counter
from collections.abc import Collection, Iterable

from domain.kartenspiel.components import (
    JOKER,
    ActionCard,
    Content,
    InnovationCard,
    ObjectiveCard,
    Setup,
    Stack,
)
from domain.kernel.errors import InvalidSetup

MOST_CRESTS = 8
"""Printed are 4."""
MOST_TRACKS = 12
"""Printed are 3."""


def check(content: Content) -> None:
    """InvalidSetup with the first thing that is wrong."""
    _ids(content)
    _counts(content)
    _boards(content)
    _references(content)
    for objective in content.objectives.cards:
        _objective(content, objective)
    for innovation in content.innovations.cards:
        _innovation(innovation)
    _areas(content)
    _stacks(content)
    for players in range(content.about.players.min, content.about.players.max + 1):
        setup = content.setup.by_players.get(players)
        _must(setup is not None, f"setup: nothing is said for {players} players")
        assert setup is not None
        _setup(content, players, setup)


def check_for_new_games(content: Content) -> None:
    """InvalidSetup with the first thing that only games of old may be played on."""
    tracks, crests = content.player_boards.tracks, content.crests.items
    _must(len(tracks) <= MOST_TRACKS, f"player_boards: there are more than {MOST_TRACKS} tracks")
    _must(len(crests) <= MOST_CRESTS, f"crests: there are more than {MOST_CRESTS}")
    for card in content.innovations.cards:
        if card.effect == "mine":
            _must(card.min_steps == 1, f"{card.id}: min_steps of an innovation is 1 (R-04)")


def _must(holds: bool, otherwise: str) -> None:
    if not holds:
        raise InvalidSetup(f"the catalog contradicts itself: {otherwise}")


def _must_be_among(card: str, field: str, value: str | None, known: Collection[str]) -> None:
    _must(value in known, f"{card}: unknown {field} {value!r}; there are: {', '.join(known)}")


def _ids(content: Content) -> None:
    """No two cards share an id, whatever they are; nor two tables' rows."""
    blocks = (
        content.workers,
        content.lorries,
        content.wagons,
        content.engines,
        content.orders,
        content.shares,
        content.objectives,
        content.innovations,
        content.action_cards,
    )
    _once("card", (card.id for block in blocks for card in block.cards))
    for what, rows in (
        ("crest", content.crests.items),
        ("destination", content.destinations.items),
        ("engine model", content.engine_models.items),
        ("player colour", content.player_colors.items),
        ("stack", content.stacks.items),
        ("worker area", content.worker_areas.items),
        ("track", content.player_boards.tracks),
    ):
        _once(what, (row.id for row in rows))
    _once("marker", (marker.number for marker in content.shift_markers.tokens))


def _once(what: str, ids: Iterable[str | int]) -> None:
    for id_, times in Counter(ids).items():
        _must(times == 1, f"{what} {id_} stands there {times} times")


def _counts(content: Content) -> None:
    for name, count, cards in (
        ("workers", content.workers.count, len(content.workers.cards)),
        ("lorries", content.lorries.count, len(content.lorries.cards)),
        ("wagons", content.wagons.count, len(content.wagons.cards)),
        ("engines", content.engines.count, len(content.engines.cards)),
        ("orders", content.orders.count, len(content.orders.cards)),
        ("shares", content.shares.count, len(content.shares.cards)),
        ("objectives", content.objectives.count, len(content.objectives.cards)),
        ("innovations", content.innovations.count, len(content.innovations.cards)),
        ("action_cards", content.action_cards.count, len(content.action_cards.cards)),
        ("shift_markers", content.shift_markers.count, len(content.shift_markers.tokens)),
    ):
        _must(count == cards, f"{name}: count says {count}, but {cards} are listed")


def _boards(content: Content) -> None:
    """A wagon may stand exactly on the tracks that show its crest, a joker on all (section 2)."""
    crests = [crest.id for crest in content.crests.items]
    tracks = content.player_boards.tracks
    _must(bool(tracks), "player_boards: there is no track")
    _must(JOKER not in crests, f"{JOKER} is no crest, but what shows all of them")
    for track in tracks:
        for crest in track.crests:
            _must_be_among(f"track {track.id}", "crest", crest, crests)
    allowed = content.wagon_tracks.allowed
    for crest in (*crests, JOKER):
        showing = [t.id for t in tracks if crest in t.crests or crest == JOKER]
        _must(bool(showing), f"crest {crest}: no track shows it")
        _must(
            sorted(allowed.get(crest, [])) == sorted(showing),
            f"wagon_tracks: {crest} must be allowed on the tracks that show it, {showing}",
        )
    for crest in allowed:
        _must_be_among("wagon_tracks", "crest", crest, (*crests, JOKER))


def _references(content: Content) -> None:
    crests = [crest.id for crest in content.crests.items]
    destinations = [destination.id for destination in content.destinations.items]
    models = [model.id for model in content.engine_models.items]
    colors = [color.id for color in content.player_colors.items]
    for worker in content.workers.cards:
        _must_be_among(worker.id, "color", worker.color, colors)
    for lorry in content.lorries.cards:
        _must_be_among(lorry.id, "crest", lorry.crest, crests)
        _must(
            lorry.lorries == 1 or lorry.vp == 0,
            f"{lorry.id}: a card with {lorry.lorries} lorries scores nothing, so vp must be 0",
        )
    for wagon in content.wagons.cards:
        _must_be_among(wagon.id, "crest", wagon.crest, (*crests, JOKER))
    for engine in content.engines.cards:
        _must_be_among(engine.id, "model", engine.model, models)
    for order in content.orders.cards:
        _must_be_among(order.id, "destination", order.destination, destinations)
    for share in content.shares.cards:
        _must_be_among(share.id, "destination", share.destination, destinations)
        worth = content.shares.vp_assigned
        _must(share.vp == worth, f"{share.id}: vp is {share.vp}, but vp_assigned is {worth}")
    for marker in content.shift_markers.tokens:
        worth = content.shift_markers.vp_each
        _must(marker.vp == worth, f"{marker.id}: vp is {marker.vp}, but vp_each is {worth}")


def _objective(content: Content, card: ObjectiveCard) -> None:
    models = [model.id for model in content.engine_models.items]
    destinations = [destination.id for destination in content.destinations.items]
    if card.kind in ("shift_markers", "objectives"):
        _must(card.target is None, f"{card.id}: an objective {card.kind} has no target")
    else:
        targets = models if card.kind == "engine_model" else destinations
        _must_be_among(card.id, "target", card.target, targets)
    needs = card.kind == "order_lorries"
    given = "missing" if needs else f"not for {card.kind}"
    _must((card.threshold is not None) == needs, f"{card.id}: the threshold is {given}")


def _innovation(card: InnovationCard) -> None:
    if card.kind == "worker":
        _must(card.effect is None, f"{card.id}: a worker innovation has no effect")
        if card.min is None or card.max is None:
            raise InvalidSetup(f"the catalog contradicts itself: {card.id}: min or max is missing")
        _must(card.min <= card.max, f"{card.id}: min {card.min} is above max {card.max}")
        return
    _must(card.effect is not None, f"{card.id}: the effect is missing")
    if card.effect == "mine":
        _steps(card, at_least=1)


def _steps(card: InnovationCard | ActionCard, at_least: int) -> None:
    if card.min_steps is None or card.max_steps is None:
        raise InvalidSetup(f"the catalog contradicts itself: {card.id}: min or max steps missing")
    _must(
        at_least <= card.min_steps <= card.max_steps,
        f"{card.id}: from {card.min_steps} to {card.max_steps} steps is no range",
    )


def _areas(content: Content) -> None:
    """Every stack and every action card has its area, and every area one of them."""
    stacks = [stack.id for stack in content.stacks.items]
    actions = [card.area for card in content.action_cards.cards]
    _once("the area of action card", actions)
    areas = {area.id: area.kind for area in content.worker_areas.items}
    for area, kind in areas.items():
        _must_be_among(f"worker area {area}", kind, area, stacks if kind == "stack" else actions)
    for name, kind in [(s, "stack") for s in stacks] + [(a, "action") for a in actions]:
        _must(areas.get(name) == kind, f"worker_areas: {kind} {name} has no area")
    for card in content.action_cards.cards:
        if card.min_steps is not None or card.max_steps is not None:
            _must(card.draw is None, f"{card.id}: either draw or steps, not both")
            _steps(card, at_least=0)
    wild = [card.id for card in content.action_cards.cards if card.draw is not None]
    _must(len(wild) == 1, f"exactly one action card has draw, not {len(wild)}: {wild}")
    holding = [card for card in content.action_cards.cards if card.holds_shift_markers]
    _must(len(holding) == 1, f"exactly one action card holds_shift_markers, not {len(holding)}")
    _must(holding[0].min_steps == 0, f"{holding[0].id}: it holds the markers, so min_steps is 0")


def _stacks(content: Content) -> None:
    sizes = {
        "lorries": content.lorries.count,
        "wagons": content.wagons.count,
        "engines": content.engines.count,
        "orders": content.orders.count,
        "shares": content.shares.count,
        "innovations": content.innovations.count,
        "objectives": content.objectives.count,
    }
    by_id = {stack.id: stack for stack in content.stacks.items}
    for deck, size in sizes.items():
        of_deck = [stack for stack in by_id.values() if stack.deck == deck]
        _must(bool(of_deck), f"stacks: no stack is made of {deck}")
        cut = sum(stack.initial for stack in of_deck)
        names = ", ".join(stack.id for stack in of_deck)
        _must(cut == size, f"stack {names}: initial adds up to {cut}, but {deck} are {size}")
        _twins(of_deck, by_id)


def _twins(of_deck: list[Stack], by_id: dict[str, Stack]) -> None:
    """One stack alone, or two that are each other's twins."""
    for stack in of_deck:
        _must(len(of_deck) < 3, f"stack {stack.id}: {stack.deck} are cut into more than two")
        if len(of_deck) == 1:
            _must(stack.twin is None, f"stack {stack.id}: unknown twin {stack.twin!r}")
            continue
        twin = by_id.get(stack.twin or "")
        mutual = twin in of_deck and twin is not stack
        _must(mutual, f"stack {stack.id}: unknown twin {stack.twin!r}")


def _setup(content: Content, players: int, setup: Setup) -> None:
    where = f"setup for {players} players"
    colors = [color.id for color in content.player_colors.items]
    _must(len(colors) >= players, f"{where}: there are only {len(colors)} player colours")
    for color in colors:
        kept = sum(
            worker.color == color and worker.value not in setup.removed_worker_values
            for worker in content.workers.cards
        )
        each = setup.worker_cards_each
        _must(kept == each, f"{where}: worker_cards_each is {each}, but {color} keeps {kept}")
    numbers = [marker.number for marker in content.shift_markers.tokens]
    for removed in setup.removed_markers:
        _must(removed in numbers, f"{where}: unknown marker {removed}")
    left = len(numbers) - len(set(setup.removed_markers))
    _must(left == setup.shifts, f"{where}: {setup.shifts} shifts, but {left} markers are left")
    actions = {card.id: card for card in content.action_cards.cards}
    for action in setup.removed_actions:
        _must_be_among(where, "action card", action, actions)
        held = actions[action].holds_shift_markers
        _must(not held, f"{where}: {action} holds the shift markers and cannot be removed")
    areas = len(content.worker_areas.items) - len(set(setup.removed_actions))
    _must(areas == setup.areas, f"{where}: areas is {setup.areas}, but {areas} are in play")
