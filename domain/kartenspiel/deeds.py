"""What a worker action or an innovation is told to do: the parts of a command (section 15.1)."""

from msgspec import Struct


class WorkerValue(Struct, frozen=True, forbid_unknown_fields=True):
    """A card laid down as workers: its printed value, or the declared one of an innovation."""

    card: str
    value: int


Payment = tuple[WorkerValue, ...]


class Move(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """A move of mining; what it costs stands on the lorry card."""


class LoadFront(Move, frozen=True, tag="load_front", omit_defaults=True):
    wagon: str
    lorry: str | None = None
    """The front card is meant; if it is named it must be the front card."""


class StoreFront(Move, frozen=True, tag="store_front", omit_defaults=True):
    lorry: str | None = None


class LoadStored(Move, frozen=True, tag="load_stored"):
    lorry: str
    wagon: str


AnyMove = LoadFront | StoreFront | LoadStored
Moves = tuple[AnyMove, ...]


class Consignment(Struct, frozen=True, forbid_unknown_fields=True):
    track: int
    order: str


Consignments = tuple[Consignment, ...]


class Deed(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class TakeLorry(Deed, frozen=True, tag="take_lorry"):
    pass


class TakeWagon(Deed, frozen=True, tag="take_wagon"):
    track: int


class TakeEngine(Deed, frozen=True, tag="take_engine"):
    track: int


class TakeOrder(Deed, frozen=True, tag="take_order"):
    pass


class TakeShare(Deed, frozen=True, tag="take_share"):
    pass


class TakeInnovation(Deed, frozen=True, tag="take_innovation"):
    pass


class TakeObjective(Deed, frozen=True, tag="take_objective"):
    pass


class Mine(Deed, frozen=True, tag="mine"):
    moves: Moves = ()


class Deliver(Deed, frozen=True, tag="deliver"):
    consignments: Consignments = ()


class Wild(Deed, frozen=True, tag="wild"):
    stack: str


class TakeLorryFrom(Deed, frozen=True, tag="take_lorry"):
    """As an innovation: from either stack."""

    stack: str


class TakeWagonFrom(Deed, frozen=True, tag="take_wagon"):
    stack: str
    track: int


WorkerAction = (
    TakeLorry
    | TakeWagon
    | TakeEngine
    | TakeOrder
    | TakeShare
    | TakeInnovation
    | TakeObjective
    | Mine
    | Deliver
    | Wild
)
Effect = TakeLorryFrom | TakeWagonFrom | TakeEngine | TakeOrder | TakeShare | Mine | Deliver

WITHOUT_PARAMETERS: dict[str, WorkerAction] = {
    "take_lorry": TakeLorry(),
    "take_order": TakeOrder(),
    "take_share": TakeShare(),
    "take_innovation": TakeInnovation(),
    "take_objective": TakeObjective(),
}


def kind_of(deed: Deed) -> str:
    return str(deed.__struct_config__.tag)
