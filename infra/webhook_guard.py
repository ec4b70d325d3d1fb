"""Where webhooks may be sent: nowhere into the own network, unless an operator allows it.

A name is resolved once, every address that it has is checked, and the connection goes to a checked
address itself: a name that resolves to something else a moment later gains nothing.
"""

import asyncio
import re
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias
from urllib.parse import urlsplit

from msgspec import Struct

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network
Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""All addresses of a name, as text."""

LONGEST_URL = 2000
PORTS = {"http": 80, "https": 443}
FIRST_FREE_PORT = 1024
"""Below it only the ports of the web: what listens there speaks something else."""
NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?\.?")
ODD_ADDRESS = re.compile(r"(.*\.)?([0-9]+|0x[0-9a-f]*)\.?")
"""What ends in a number is no name: `2130706433`, `0x7f.1` and `127.1` are this machine."""
FORBIDDEN = tuple(
    ip_network(network)
    for network in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
        *("172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16"),
        *("198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        # IPv6: unspecified, loopback and IPv4-compatible; local NAT64; discard; Teredo and others;
        # documentation; 6to4; segment routing; unique local; link-local; site-local; multicast.
        *("::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16"),
        *("3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"),
    )
)
IPV4_INSIDE = tuple(ip_network(network) for network in ("::ffff:0:0/96", "64:ff9b::/96"))
"""Mapped, and by NAT64: an address of IPv4 that is written as one of IPv6."""


class BadUrl(Exception):
    """Nothing can be sent to such an address; `reason` is a word."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Forbidden(Exception):
    """Nothing is sent there."""


class Target(Struct, frozen=True):
    scheme: str
    host: str
    port: int
    path: str
    """With the query."""

    @property
    def host_header(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def read_url(url: str) -> Target:
    """BadUrl unless it is a plain address of the web."""
    if len(url) > LONGEST_URL:
        raise BadUrl("too_long")
    if not url.isascii() or not url.isprintable() or set(url) & set(' "<>\\^`{|}'):
        raise BadUrl("character")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise BadUrl("host") from error
    if parts.scheme not in PORTS:
        raise BadUrl("scheme")
    if "@" in parts.netloc:
        raise BadUrl("userinfo")
    if "#" in url:
        raise BadUrl("fragment")
    host = (parts.hostname or "").lower()
    is_name = NAME.fullmatch(host) and not ODD_ADDRESS.fullmatch(host)
    if not (is_name or _read_address(host)):
        raise BadUrl("host")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, PORTS[parts.scheme] if port is None else port, path)


class Guard:
    def __init__(self, allowed: Iterable[str] = (), resolve: Resolve | None = None) -> None:
        """`allowed` are networks, addresses and names of hosts that an operator vouches for."""
        given = list(allowed)
        found = [(one, _read_network(one)) for one in given]
        self._networks = [network for _, network in found if network]
        self._hosts = {one.lower() for one, network in found if network is None}
        self._resolve = resolve or resolved

    def check(self, target: Target) -> None:
        """What can be said without asking anybody; Forbidden if nothing may be sent there."""
        address = _read_address(target.host)
        if address:
            self._check_address(address)
        elif _is_this_machine(target.host) and not (self._allows(target.host) or self._networks):
            raise Forbidden(f"{target.host} is this machine")
        if not self._may_use(target, address):
            raise Forbidden(f"port {target.port} is not one of the web")

    async def addresses(self, host: str, port: int) -> list[str]:
        """Those of the host, each of them checked; Forbidden if only one is not allowed."""
        literal = _read_address(host)
        texts = [host] if literal else await self._resolve(host, port)
        found = [_read_address(text) for text in texts]
        if not found:
            raise Forbidden(f"{host} has no address")
        for address in found:
            if address is None:
                raise Forbidden(f"{host} has an address that cannot be read")
            if not self._allows(host):
                self._check_address(address)
        return [str(address) for address in found]

    def _check_address(self, address: Address) -> None:
        if self._is_allowed(address):
            return
        if any(_in(address, network) for network in FORBIDDEN):
            raise Forbidden(f"{address} is not an address of the open network")
        inner = _ipv4_inside(address)
        if inner:
            self._check_address(inner)
        elif not address.is_global:
            raise Forbidden(f"{address} is not an address of the open network")

    def _is_allowed(self, address: Address) -> bool:
        return any(_in(address, network) for network in self._networks)

    def _allows(self, host: str) -> bool:
        return host.rstrip(".").lower() in self._hosts

    def _may_use(self, target: Target, address: Address | None) -> bool:
        if self._allows(target.host) or (address and self._is_allowed(address)):
            return True
        return target.port in PORTS.values() or target.port >= FIRST_FREE_PORT


async def resolved(host: str, port: int) -> list[str]:
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Forbidden(f"{host} cannot be found") from error
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def is_allowable(text: str) -> bool:
    """Whether an operator can mean something by it: a network, an address, or a host's name."""
    return _read_network(text) is not None or bool(NAME.fullmatch(text.lower()))


def _read_network(text: str) -> Network | None:
    try:
        return ip_network(text)
    except ValueError:
        return None


def _read_address(text: str) -> Address | None:
    """None if it is a name, or has a zone (`fe80::1%eth0`), which only this machine knows."""
    try:
        return None if "%" in text else ip_address(text)
    except ValueError:
        return None


def _ipv4_inside(address: Address) -> IPv4Address | None:
    if isinstance(address, IPv6Address) and any(_in(address, inside) for inside in IPV4_INSIDE):
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return None


def _in(address: Address, network: Network) -> bool:
    return address.version == network.version and address in network


def _is_this_machine(host: str) -> bool:
    name = host.rstrip(".").lower()
    return name == "localhost" or name.endswith(".localhost")
