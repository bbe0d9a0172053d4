"""The socket that the lab listens at, and the server behind it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from bloodstones.core.errors import InputError

QUIET: Final = "warning"


class Server(uvicorn.Server):
    """A server that lets go of pages that watch something when it is to end."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close every connection, then end: a page that watches would never do so by itself."""
        for connection in list(self.server_state.connections):
            connection.transport.close()
        await super().shutdown(sockets)


def serve(app: ASGIApp, listener: socket.socket) -> None:
    """Answer requests to a socket until the program is asked to end."""
    config = uvicorn.Config(app, log_level=QUIET, server_header=False)
    Server(config).run(sockets=[listener])


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """Yield a socket that listens at an address; port 0 takes a free one.

    Raises
    ------
    InputError
        If the address is taken, or none of this machine.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            listener.listen()  # who comes before the server runs waits, and is not turned away
        except OSError as error:
            reason = error.strerror or type(error).__name__
            tip = "use --port 0 to pick a free port"
            raise InputError(
                f"expected an address to listen at, got {host}:{port} ({reason})", tip
            ) from None
        yield listener
    finally:
        listener.close()
