"""The events of a job, as a page hears them."""

import json
from http.client import HTTPConnection
from typing import Any

from tests.support.studio import Served

PATIENCE = 60.0


def events_of(studio: Served, ticket: str, room: str = "/workbench", most: int = 1000) -> list[dict[str, Any]]:
    """The events of a job to the last one, or to this many; then the page is closed."""
    connection = HTTPConnection("127.0.0.1", studio.port, timeout=PATIENCE)
    try:
        headers = {"Cookie": studio.cookie, "Sec-Fetch-Site": "same-origin", "Host": studio.host}
        connection.request("GET", f"{room}/events/{ticket}", headers=headers)
        answer = connection.getresponse()
        assert answer.status == 200
        assert answer.getheader("content-type", "").startswith("text/event-stream")
        found: list[dict[str, Any]] = []
        while len(found) < most and (line := answer.readline()):
            if line.startswith(b"data: "):
                found.append(json.loads(line[len(b"data: ") :]))
        return found
    finally:
        connection.close()
