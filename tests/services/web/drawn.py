"""What a board shows, read off the page, and what it must show, said by the state.

One question to the page a board: its drawing is told as plain data, so that it can be compared.
"""

from collections import Counter
from typing import Any

from playwright.sync_api import Page

View = dict[str, Any]

COMMON = """
const all = (root, path) => [...root.querySelectorAll(path)];
const given = (root, path, name) => all(root, path).map((one) => one.dataset[name]);
const text = (root, path) => root.querySelector(path)?.textContent ?? null;
const number = (root, path) =>
  Number((text(root, path) ?? "").replace("−", "-").match(/-?[0-9]+/)?.[0] ?? NaN);
const count = (root, path) => root.querySelectorAll(path).length;
const by = (items, name, tell) =>
  Object.fromEntries(items.map((one) => [one.dataset[name], tell(one)]));
const coal = (root, path) => all(root, path).map((one) =>
  [...one.classList].find((name) => name.startsWith("coal-")).slice(5)).sort();
const seatOf = (one) => one?.className.baseVal.match(/seat-([0-9])/)?.[1] ?? null;
const board = document.querySelector(".mine-board");
const seats = (tell) => all(board, ".mines > [data-seat]").map(tell);
const ranked = given(board, ".ranking [data-seat]", "seat").map(Number);
"""

GLUCK_AUF = """
const tally = (name) => by(all(board, `.${name} .tally`), "seat", (one) => number(one, ".count"));
return {
  period: Number(board.querySelector(".shift-clock").dataset.shift),
  ranked,
  spaces: by(all(board, "[data-space]"), "space", (one) => ({
    tile: given(one, "[data-tile]", "tile")[0] ?? null,
    order: given(one, "[data-order]", "order")[0] ?? null,
    locked: one.classList.contains("locked"),
    workers: one.querySelector(".workers") ? number(one, ".workers .count") : 0,
    seat: seatOf(one.querySelector(".workers .count")),
  })),
  canteen: tally("canteen"), bank: tally("bank"),
  supply: by(all(board, ".supply .tally"), "color", (one) => number(one, ".count")),
  display: given(board, ".draft [data-order]", "order"),
  looked_at: count(board, ".look-area .laid > *"),
  players: seats((one) => ({
    workers: number(one, "[data-fact=workers] b"), marks: number(one, "[data-fact=marks] b"),
    points: number(one, "[data-fact=points]"),
    lorries: count(one, ".pit .lorry"), loaded: coal(one, ".pit .lorry .cube"),
    level: Number(one.querySelector(".cage").dataset.level), cage: coal(one, ".cage .cube"),
    storage: coal(one, ".storage .cube"),
    outstanding: by(all(one, ".outstanding [data-order]"), "order", (card) => coal(card, ".cube")),
    delivered: given(one, ".delivered [data-order]", "order"),
    face_down: one.querySelector(".delivered .back") ? number(one, ".delivered .back .stack") : 0,
  })),
};
"""

KARTENSPIEL = """
const cards = (one, group) => given(one, `.kg-group.${group} .kg-card[data-card]`, "card");
return {
  ranked,
  stacks: by(all(board, ".stacks [data-area]"), "area", (one) => ({
    size: Number(one.querySelector("[data-size]").dataset.size),
    top: given(one, "[data-card]", "card")[0] ?? null,
  })),
  visitors: by(all(board, "[data-area]"), "area", (one) =>
    all(one, ".chip").map((chip) => [Number(chip.dataset.seat), Number(chip.dataset.total)])),
  markers: given(board, ".deeds .token", "marker").map(Number),
  drawn: count(board, "[data-pending] .laid > *"),
  drawn_cards: given(board, "[data-pending] [data-card]", "card"),
  players: seats((one) => ({
    points: number(one, "[data-fact=points]"),
    markers: given(one, ".purse [data-marker]", "marker").map(Number),
    tracks: by(all(one, "[data-track]"), "track", (track) => ({
      engine: given(track, ".engine", "card")[0] ?? null,
      wagons: all(track, ".wagon").map((wagon) => [wagon.dataset.card, wagon.dataset.load ?? null]),
    })),
    mining_row: cards(one, "mining_row"), storage: cards(one, "storage"),
    shares: cards(one, "shares"), objectives: cards(one, "objectives"),
    hand: one.querySelector(".kg-group.hand") ? cards(one, "hand") : null,
    in_hand: one.querySelector("[data-in-hand]")?.dataset.inHand ?? null,
    delivered: given(one, "[data-order]", "order"),
    face_down: one.querySelector(".delivered .back") ? number(one, ".delivered .on-back") : 0,
  })),
};
"""

SCHICHTWECHSEL = """
const kinds = (root, path) => all(root, path).map((one) =>
  ["coal", "spoil", "pit"].find((kind) => one.classList.contains(kind)));
const owners = (root, path) => all(root, path).map((one) => Number(seatOf(one)));
const stock = (name) => by(all(board, `[data-stock=${name}] [data-kind]`), "kind", (one) =>
  Number(one.dataset.count));
const held = (path, name) => by(all(board, `${path}[data-seat]`), name, (one) =>
  Number(one.dataset.seat));
return {
  ranked,
  discs: by(all(board, "[data-track]"), "track", (one) =>
    all(one, "[data-disc]").map((disc) => [Number(disc.dataset.disc), Number(disc.dataset.field)])),
  miners: all(board, ".sw-shift [data-seat]").map((one) =>
    [Number(one.dataset.seat), Number(one.closest("[data-field]").dataset.field)]).sort(),
  covered: given(board, ".sw-shift .covered", "field").length,
  ovens: held("[data-oven]", "oven"),
  coke: count(board, ".oven .coke"),
  frames: held("[data-frame]", "frame"),
  towers: count(board, "[data-frame] .headframe"),
  sites: by(all(board, "[data-site]"), "site", (one) => owners(one, ".house:not(.gone)")),
  cards: given(board, "[data-card]", "card"),
  payments: by(all(board, "[data-card]:has(.payer)"), "card", (one) =>
    given(one, ".payer", "seat").map(Number)),
  bag: stock("bag"), supply: stock("supply"),
  bundles: all(board, "[data-bundle]").map((one) => kinds(one, ".cube")),
  display: given(board, ".display [data-tile]", "tile"),
  players: seats((one) => ({
    points: number(one, "[data-fact=points]"), white: number(one, "[data-fact=white] b"),
    player_stone: number(one, "[data-fact=player_stone] b"),
    coins: number(one, "[data-fact=coins] b"),
    tools: number(one, "[data-fact=tools] b"),
    water: Number(one.querySelector("[data-water]").dataset.water),
    lorries: by(all(one, "[data-lorry]"), "lorry", (berth) => kinds(berth, ".cube")),
    wagons: by(all(one, "[data-wagon]"), "wagon", (berth) => count(berth, ".cube")),
    heap: count(one, ".heap .cube"),
    on_wagons: count(one, ".coke-yard .wagon .coke"), sold: count(one, ".coke-yard .sold .coke"),
    row: given(one, "[data-row]:not(:has(.gone))", "row"),
    on_card: count(one, ".own-card .headframe"), pool: count(one, ".pool .headframe"),
    tile: given(one, ".notes[data-tile]", "tile")[0] ?? null,
  })),
};
"""

READERS = {"gluck-auf": GLUCK_AUF, "kartenspiel": KARTENSPIEL, "schichtwechsel": SCHICHTWECHSEL}


def drawn(page: Page, game: str) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(f"() => {{ {COMMON} {READERS[game]} }}")
    return found


def expect_drawn(page: Page, view: View) -> None:
    """Part by part, so that a difference is found quickly."""
    shown, wanted = drawn(page, view["game"]), WANTED[view["game"]](view)
    players, expected = shown.pop("players"), wanted.pop("players")
    assert shown == wanted
    for one, other in zip(players, expected, strict=True):
        assert one == other


def _cubes(counts: dict[str, int]) -> list[str]:
    return sorted(Counter(counts).elements())


def _ranked(view: View) -> list[int]:
    over = [player for player in view["players"] if player["place"]]
    return [player["seat"] for player in sorted(over, key=lambda one: int(one["place"]))]


def _gluck_auf(view: View) -> dict[str, Any]:
    area = view["look_area"]
    return {
        "period": view["period"],
        "ranked": _ranked(view),
        "spaces": {space["id"]: _space(space) for space in view["spaces"]},
        "canteen": {str(player["seat"]): player["canteen"] for player in view["players"]},
        "bank": {str(player["seat"]): player["bank"] for player in view["players"]},
        "supply": view["supply"],
        "display": view["display"],
        "looked_at": area["count"] if area else 0,
        "players": [_pit(player) for player in view["players"]],
    }


def _space(space: dict[str, Any]) -> dict[str, Any]:
    workers = None if space["locked"] else space["workers"]
    return {
        "tile": space["tile"],
        "order": space["order"],
        "locked": space["locked"],
        "workers": workers["count"] if workers else 0,
        "seat": str(workers["seat"]) if workers else None,
    }


def _pit(player: dict[str, Any]) -> dict[str, Any]:
    pit = player["pit"]
    return {
        **{fact: player[fact] for fact in ("workers", "marks", "points")},
        "lorries": len(pit["lorries"]),
        "loaded": sorted(filter(None, pit["lorries"].values())),
        "level": pit["level"],
        "cage": _cubes(pit["cage"]),
        "storage": _cubes(pit["storage"]),
        "outstanding": {
            order: sorted(cube for cubes in spots for cube in cubes)
            for order, spots in pit["outstanding"].items()
        },
        "delivered": player["delivered"] or [],
        "face_down": 0 if player["delivered"] is not None else player["delivered_count"],
    }


def _kartenspiel(view: View) -> dict[str, Any]:
    pending = view["pending"]
    return {
        "ranked": _ranked(view),
        "stacks": {one["id"]: {"size": one["size"], "top": one["top"]} for one in view["stacks"]},
        "visitors": {
            area["id"]: [[one["seat"], one["total"]] for one in area["placements"]]
            for area in view["areas"]
        },
        "markers": view["markers"],
        "drawn": pending["count"] if pending else 0,
        "drawn_cards": (pending["cards"] or []) if pending else [],
        "players": [_tableau(player) for player in view["players"]],
    }


def _tableau(player: dict[str, Any]) -> dict[str, Any]:
    hand = player["hand"]
    held = [
        card for kind in ("workers", "orders", "innovations") for card in (hand or {}).get(kind, ())
    ]
    delivered = player["delivered"]
    return {
        "points": player["points"],
        "tracks": {
            name: {
                "engine": track["engine"],
                "wagons": [[wagon["card"], wagon["lorry"]] for wagon in track["wagons"]],
            }
            for name, track in player["tracks"].items()
        },
        **{
            group: player[group]
            for group in ("markers", "mining_row", "storage", "shares", "objectives")
        },
        "hand": None if hand is None else held,
        "in_hand": None if hand else " ".join(map(str, player["in_hand"].values())),
        "delivered": [train["order"] for train in delivered or ()],
        "face_down": 0 if delivered is not None else player["trains"],
    }


def _schichtwechsel(view: View) -> dict[str, Any]:
    players = view["players"]
    ovens = {oven: seat for oven, seat in view["ovens"].items() if seat is not None}
    frames = {field: seat for field, seat in view["headframe_fields"].items() if seat is not None}
    return {
        "ranked": _ranked(view),
        "discs": {
            track: [[player["seat"], player["discs"][track]] for player in players]
            for track in players[0]["discs"]
        },
        "miners": sorted([player["seat"], player["miner"]] for player in players),
        "covered": len(view["covered_fields"]),
        "ovens": ovens,
        "coke": len(ovens),
        "frames": frames,
        "towers": len(frames),
        "sites": view["sites"],
        "cards": view["cards"],
        "payments": {
            card: [one["seat"] for one in paid]
            for card, paid in view["card_payments"].items()
            if paid
        },
        "bag": view["bag"],
        "supply": view["supply"],
        "bundles": [bundle["cubes"] for bundle in view["bundles"]],
        "display": view["tiles_on_display"],
        "players": [_mine(player) for player in players],
    }


def _mine(player: dict[str, Any]) -> dict[str, Any]:
    facts = ("points", "white", "player_stone", "coins", "tools", "water", "heap", "tile")
    return {
        **{fact: player[fact] for fact in facts},
        "lorries": {
            lorry: [load["cube"]] * load["count"] for lorry, load in player["lorries"].items()
        },
        "wagons": player["coal_wagons"],
        "on_wagons": player["coke"]["wagons"],
        "sold": player["coke"]["sold"],
        "row": [field for field, standing in player["row"].items() if standing],
        "on_card": player["headframes"]["on_card"],
        "pool": player["headframes"]["pool"],
    }


WANTED = {"gluck-auf": _gluck_auf, "kartenspiel": _kartenspiel, "schichtwechsel": _schichtwechsel}
