"""The hosts that a lab answers to: this machine's, by name or number, and no foreign name."""

from __future__ import annotations

import socket

import pytest
from starlette.testclient import TestClient

from bloodstones.web.app import app_of
from bloodstones.web.hosts import hosts_of, shown_address
from bloodstones.web.lab import Lab
from tests.web.lab_client import lab
from tests.web.test_lab import DUEL

__all__ = ["lab"]

PORT = 8642
NAME = socket.gethostname().lower()


@pytest.mark.parametrize(
    "host", ["192.168.1.7", "10.0.0.3", "127.0.0.1", "localhost", NAME, f"{NAME}.local"]
)
def test_a_lab_open_to_a_network_answers_by_every_address_of_the_machine(
    lab: Lab, host: str
) -> None:
    url = f"http://{host}:{PORT}"
    with TestClient(app_of(lab, hosts_of("0.0.0.0", PORT)), base_url=url) as visitor:
        assert visitor.get("/", params={"token": lab.token}).status_code == 200
        sent = visitor.post("/new/bloodstones", data=DUEL, headers={"origin": url})
        assert sent.status_code == 200
        assert sent.url.path.startswith("/seats/")


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example:8642", "192.168.1.7.evil.example:8642", "192.168.1.7:80", "192.168.1.7"),
        *(
            "2130706433:8642",
            "0x7f.1:8642",
            "192.168.1:8642",
            "",
            "[::1]:8642",
            f"{NAME}.evil:8642",
        ),
    ],
)
def test_a_foreign_name_is_refused_however_the_lab_listens(lab: Lab, host: str) -> None:
    """Another site can give its name this machine's address; it cannot take the address itself."""
    url = f"http://127.0.0.1:{PORT}"
    with TestClient(app_of(lab, hosts_of("0.0.0.0", PORT)), base_url=url) as visitor:
        answer = visitor.get("/", params={"token": lab.token}, headers={"host": host})
        assert answer.status_code == 421


def test_a_lab_at_one_address_answers_to_it_alone() -> None:
    hosts = hosts_of("192.168.1.7", PORT)
    assert "192.168.1.7:8642" in hosts
    assert "localhost:8642" in hosts
    assert "192.168.1.8:8642" not in hosts
    assert f"{NAME}:8642" not in hosts


def test_at_the_usual_port_browsers_leave_it_out() -> None:
    assert "192.168.1.7" in hosts_of("0.0.0.0", 80)
    assert "evil.example" not in hosts_of("0.0.0.0", 80)


def test_a_post_from_another_of_its_hosts_is_refused(lab: Lab) -> None:
    url = f"http://192.168.1.7:{PORT}"
    with TestClient(app_of(lab, hosts_of("0.0.0.0", PORT)), base_url=url) as visitor:
        visitor.get("/", params={"token": lab.token})
        other = {"origin": f"http://192.168.1.8:{PORT}"}
        assert visitor.post("/new/bloodstones", data=DUEL, headers=other).status_code == 403


def test_the_address_to_tell_others_is_one_in_numbers() -> None:
    assert shown_address("192.168.1.7") == "192.168.1.7"
    socket.inet_aton(shown_address("0.0.0.0"))
