"""A bot that plays anything legal: any choice, and drafts grown until it stops or must."""

from typing import Any

from domain.kernel.bots import Offer
from domain.kernel.chance import Chance
from domain.kernel.seals import Fact

GROWTH = range(6)
"""A complete draft that could grow is played as it stands one time in six."""


def random_choice(_view: Any, offer: Offer, luck: Chance, label: str, _catalog: Any) -> Fact:
    part = 0
    choice = luck.pick(f"{label}/{part}", offer(None))
    while choice.open and (not choice.complete or luck.pick(f"{label}/{part}/grow", GROWTH)):
        part += 1
        choice = luck.pick(f"{label}/{part}", offer(choice.action))
    return choice.action
