"""The lab is closed: it ends at once though a page watches, and its studies go on."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

from bloodstones.web.studies.runs import Runs
from tests.web.test_studies import STUDY, wait

SECONDS = 60


def test_a_lab_that_is_closed_lets_go_of_pages_and_not_of_studies(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bloodstones", "lab", "--no-open", "--port", "0"]
    lab = subprocess.Popen(
        [*command, str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert lab.stdout is not None
    found = re.search(r"http://([^/]+)/(\?token=\S+)", lab.stdout.readline())
    assert found is not None
    runs = Runs(tmp_path)
    run = runs.create(STUDY.replace("= 150", "= 100000"))
    try:
        visitor = HTTPConnection(found[1], timeout=SECONDS)
        visitor.request("GET", f"/{found[2]}")
        answer = visitor.getresponse()
        answer.read()
        cookie = {"cookie": answer.headers["set-cookie"].partition(";")[0]}
        sent = {**cookie, "origin": f"http://{found[1]}"}
        visitor.request("POST", "/studies/duel/start", '{"state": "stopped"}', sent)
        assert visitor.getresponse().read()
        visitor.request("GET", "/events?on=study:duel", headers=cookie)
        stream = visitor.getresponse()
        assert stream.readline().startswith(b"data: {")
        began = time.monotonic()
        lab.send_signal(signal.SIGINT)
        _, said = lab.communicate(timeout=SECONDS)
        stream.close()
        visitor.close()
        assert time.monotonic() - began < SECONDS / 2
        assert "Traceback" not in said
        assert run.is_running, "the study goes on"
        wait(lambda: run.status().get("done", 0) > 0)
    finally:
        lab.kill()
        lab.communicate()
        runs.stop(run)
        wait(lambda: not run.is_running)
    assert run.has_games
