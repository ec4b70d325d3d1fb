"""Whose an address is: one caller may have a whole network of IPv6 to ask from."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address

LONGEST = 45
"""Characters of an address; a proxy may have said anything."""


@lru_cache(4096)
def counted_address(host: str) -> str:
    """What is counted as one caller: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        address = ip_address(host)
    except ValueError:
        return host[:LONGEST]
    if not isinstance(address, IPv6Address):
        return str(address)
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
