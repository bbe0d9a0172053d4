"""The hosts that a lab answers to: names and addresses of this machine.

A page of another site can be made to reach this machine by a name of its own (DNS rebinding): the
browser then sends that name, which is none of these. An address in numbers is no name, so no other
site can stand behind it.
"""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address
from typing import Final

ALL_ADDRESSES: Final = "0.0.0.0"
LOCAL: Final = "127.0.0.1"
ELSEWHERE: Final = ("192.0.2.1", 9)  # no host has this address (RFC 5737)
USUAL_PORT: Final = 80  # browsers leave it out
NAME: Final = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?")


@dataclass(frozen=True, slots=True)
class Hosts:
    """What browsers may send as the host.

    Attributes
    ----------
    port
        Where the lab listens.
    names
        Names and addresses of this machine.
    any_address
        Whether every address in numbers is taken: the lab listens at all that the machine has.
    """

    port: int
    names: frozenset[str]
    any_address: bool = False

    def __contains__(self, host: object) -> bool:
        """Whether a host, with its port, is one of the lab's."""
        if not isinstance(host, str):
            return False
        name, colon, port = host.lower().partition(":")
        if port != str(self.port) and not (self.port == USUAL_PORT and not colon):
            return False
        return name in self.names or (self.any_address and _is_address(name))


def hosts_of(address: str, port: int) -> Hosts:
    """Return the hosts of a lab that listens at an address.

    Parameters
    ----------
    address
        As `--host` takes it; 0.0.0.0 is all addresses of the machine.
    port
        Where it listens.

    Examples
    --------
    >>> "127.0.0.1:8642" in hosts_of("127.0.0.1", 8642)
    True
    >>> hosts = hosts_of("0.0.0.0", 8642)
    >>> "192.168.1.7:8642" in hosts, "evil.example:8642" in hosts, "192.168.1.7:80" in hosts
    (True, False, False)
    """
    names = {LOCAL, "localhost"}
    if address != ALL_ADDRESSES:
        return Hosts(port, frozenset({*names, address.lower()}))
    return Hosts(port, frozenset({*names, *machine_names()}), any_address=True)


def machine_names() -> frozenset[str]:
    """Return what this machine calls itself, alone and on a local network (mDNS)."""
    name = socket.gethostname().lower()
    names = {name, name.partition(".")[0]}
    return frozenset(each for one in names if NAME.fullmatch(one) for each in (one, f"{one}.local"))


def shown_address(address: str) -> str:
    """Return an address that others can type: that of this machine on its network.

    No packet is sent: the system is asked which address it would send from.
    """
    if address != ALL_ADDRESSES:
        return address
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(ELSEWHERE)
            return str(asked.getsockname()[0])
        except OSError:
            return LOCAL


def _is_address(text: str) -> bool:
    try:
        IPv4Address(text)
    except AddressValueError:
        return False
    return True
