"""Calls from the command line to the daemon that runs."""

from __future__ import annotations

import http.client
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from stbpi.cli.command import UsageError
from stbpi.web.token import kept_token, token_file

if TYPE_CHECKING:
    from stbpi.config import Settings

ANSWERS_WITHIN_S = 10.0
"""Longer than anything the daemon is asked from here takes, on a busy Pi too."""


class DaemonError(ValueError):
    """The daemon does not answer, or will not; one sentence with the mend."""


class DaemonSilent(DaemonError):  # noqa: N818 - it says what the daemon is
    """Nobody answers there."""


class Daemon:
    """The daemon at an address, the configuration's unless one is given."""

    def __init__(self, settings: Settings, address: str | None) -> None:
        self.address = (address or _configured(settings)).rstrip("/")
        parts = urlsplit(self.address)
        try:
            port = parts.port
        except ValueError:
            port = None
        if parts.scheme != "http" or not parts.hostname or port is None:
            raise UsageError(f"--address {self.address} is no address; give one like http://127.0.0.1:8420")
        self._host, self._port = parts.hostname, port
        self._token = settings.web.token
        if self._token is None and not settings.web.only_this_machine:
            self._token = kept_token(token_file(settings.store.path))

    def get(self, call: str) -> Any:
        """What a call tells."""
        return self._call("GET", call, None)

    def post(self, call: str, body: object) -> Any:
        """Have something done; gives the state after it."""
        return self._call("POST", call, body)

    def _call(self, method: str, call: str, body: object) -> Any:
        headers = {"Content-Type": "application/json"}
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        connection = http.client.HTTPConnection(self._host, self._port, timeout=ANSWERS_WITHIN_S)
        try:
            connection.request(method, f"/api/v1/{call}", None if body is None else json.dumps(body), headers)
            reply = connection.getresponse()
            told = json.loads(reply.read())
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise DaemonSilent(
                f"no stbpi answers at {self.address} ({error}); start it with stbpi run, or say with --address where "
                "it is"
            ) from error
        finally:
            connection.close()
        if reply.status != http.client.OK:
            why = told.get("error") if isinstance(told, dict) else None
            raise DaemonError(f"stbpi at {self.address} will not: {why or f'status {reply.status}'}")
        return told


def _configured(settings: Settings) -> str:
    web = settings.web
    if web.port == 0:
        raise UsageError(
            "[web] port is 0, a free one each time; say with --address what stbpi run has printed"
        )
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(web.host, web.host)
    return f"http://{f'[{host}]' if ':' in host and not host.startswith('[') else host}:{web.port}"
