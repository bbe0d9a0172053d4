"""The door of the lab: a socket that listens, or a clear word that it cannot."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from bloodstones.core.errors import InputError


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """Yield a socket bound to an address; port 0 takes a free one.

    Raises
    ------
    InputError
        If the address is taken, or none of this machine.
    """
    door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind((host, port))
        except OSError as error:
            reason = error.strerror or type(error).__name__
            tip = "--port 0 takes a free one"
            raise InputError(
                f"expected an address to listen at, got {host}:{port} ({reason})", tip
            ) from None
        yield door
    finally:
        door.close()
