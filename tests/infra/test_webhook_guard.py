"""Where webhooks may go. Nothing here connects: names are resolved by the tests themselves."""

import asyncio
from collections.abc import Sequence

import pytest

from infra.webhook_guard import BadUrl, Forbidden, Guard, is_allowable, read_url
from infra.webhook_sender import Sender

OWN = [
    *("127.0.0.1", "127.9.9.9", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.255"),
    *("192.168.1.1", "169.254.169.254", "100.64.0.1", "100.127.255.254", "192.0.0.8", "192.0.2.1"),
    *("198.18.0.1", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.1.2.3", "240.0.0.1"),
    *("255.255.255.255", "192.88.99.1", "::", "::1", "::7f00:1", "::ffff:127.0.0.1"),
    *("::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::7f00:1", "64:ff9b::a00:1"),
    *("64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "5f00::1"),
    *("fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1"),
]
OPEN = ["93.184.216.34", "8.8.8.8", "2606:2800:220:1::1", "::ffff:808:808", "64:ff9b::808:808"]


def resolving(*addresses: str, asked: list[str] | None = None) -> "Resolving":
    return Resolving(addresses, [] if asked is None else asked)


class Resolving:
    """A resolver that says what the test wants."""

    def __init__(self, addresses: Sequence[str], asked: list[str]) -> None:
        self._addresses, self.asked = addresses, asked

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(f"{host}:{port}")
        return self._addresses


def addresses(guard: Guard, host: str = "receiver.example", port: int = 443) -> list[str]:
    return asyncio.run(guard.addresses(host, port))


@pytest.mark.parametrize("address", OWN)
def test_names_of_the_own_network_are_refused(address: str) -> None:
    with pytest.raises(Forbidden):
        addresses(Guard(resolve=resolving(address)))


@pytest.mark.parametrize("address", [one for one in OWN if "%" not in one])
def test_and_so_are_its_addresses(address: str) -> None:
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(Forbidden):
        Guard().check(read_url(f"http://{host}/hook"))
    with pytest.raises(Forbidden):
        addresses(Guard(resolve=resolving("8.8.8.8")), address)


@pytest.mark.parametrize("address", OPEN)
def test_others_are_reached_by_the_address_that_was_checked(address: str) -> None:
    resolve = resolving(address)
    assert addresses(Guard(resolve=resolve)) == [address]
    assert resolve.asked == ["receiver.example:443"]


@pytest.mark.parametrize("among", [("8.8.8.8", "127.0.0.1"), ("::1", "2606:2800:220:1::1")])
def test_one_address_of_the_own_network_among_others_is_enough(among: tuple[str, str]) -> None:
    with pytest.raises(Forbidden):
        addresses(Guard(resolve=resolving(*among)))


def test_a_name_without_an_address_is_refused() -> None:
    with pytest.raises(Forbidden):
        addresses(Guard(resolve=resolving()))


@pytest.mark.parametrize("allowed", ["127.0.0.0/8", "127.0.0.1", "receiver.example"])
def test_what_the_operator_allows_is_reached(allowed: str) -> None:
    assert addresses(Guard([allowed], resolving("127.0.0.1"))) == ["127.0.0.1"]
    with pytest.raises(Forbidden):
        addresses(Guard([allowed], resolving("10.0.0.1")), "other.example")


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("ftp://receiver.example/", "scheme"),
        ("file:///etc/passwd", "scheme"),
        ("//receiver.example/", "scheme"),
        ("", "scheme"),
        ("http:///hook", "host"),
        ("http://[::1/hook", "host"),
        ("http://receiver.example:99999/", "host"),
        *((f"http://{odd}/", "host") for odd in ("2130706433", "0x7F.1", "0177.0.0.1", "127.1.")),
        ("http://-receiver.example/", "host"),
        ("http://user:secret@receiver.example/", "userinfo"),
        ("http://@receiver.example/", "userinfo"),
        ("http://receiver.example/#part", "fragment"),
        ("http://receiver.example/a b", "character"),
        ("http://receiver.example/\r\nHost: other", "character"),
        ("http://réceiver.example/", "character"),
        ("http://receiver.example\\@10.0.0.1/", "character"),
        ("http://receiver.example/" + "x" * 2000, "too_long"),
    ],
)
def test_addresses_that_are_none(url: str, reason: str) -> None:
    with pytest.raises(BadUrl) as refused:
        read_url(url)
    assert refused.value.reason == reason


def test_an_address_is_read_in_parts() -> None:
    target = read_url("https://Receiver.Example:8443/hook?a=1")
    assert (target.host, target.port, target.path) == ("receiver.example", 8443, "/hook?a=1")
    assert target.host_header == "receiver.example:8443"
    assert read_url("http://[2606:2800::1]").host_header == "[2606:2800::1]"


@pytest.mark.parametrize("port", [0, 22, 25, 79, 1023])
def test_ports_of_something_else_are_refused(port: int) -> None:
    with pytest.raises(Forbidden):
        Guard().check(read_url(f"http://receiver.example:{port}/"))


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST.", "a.localhost"])
def test_this_machine_is_refused_by_name(host: str) -> None:
    with pytest.raises(Forbidden):
        Guard().check(read_url(f"http://{host}:8080/"))


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "0177.0.0.1", "127.1"])
def test_odd_ways_to_write_an_address_are_names_that_are_resolved_and_checked(host: str) -> None:
    with pytest.raises(Forbidden):
        addresses(Guard(resolve=resolving("127.0.0.1")), host)


def test_the_name_is_asked_for_once_and_nobody_is_called_if_it_is_forbidden() -> None:
    """A second answer, which would be another one, is never asked for."""
    resolve = resolving("169.254.169.254")
    sender = Sender(Guard(resolve=resolve), 5)
    outcome = asyncio.run(sender.send("https://rebinding.example/", {}, b"{}"))
    assert outcome.status is None
    assert "169.254.169.254" in (outcome.error or "")
    assert resolve.asked == ["rebinding.example:443"]


def test_settings_name_networks_addresses_and_hosts() -> None:
    for good in ("10.0.0.0/8", "127.0.0.1", "fd00::/8", "receiver.internal"):
        assert is_allowable(good)
    for bad in ("10.0.0.1/8", "http://receiver.internal", "a b", "*"):
        assert not is_allowable(bad)
