"""``stbpi service`` where it cannot: one sentence, and what to do."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from stbpi.cli import main


@pytest.fixture
def said(capsys):
    """What is said on stderr about a command line that is wrong use; always one line."""

    def run(*arguments: str) -> str:
        assert main(["service", *arguments]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("stbpi: ")
        assert err.count("\n") == 1
        return err

    return run


@pytest.fixture
def answering():
    """A server that answers everything with one status and text; gives its address."""
    servers = []

    def start(status: int, body: bytes) -> str:
        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                self.send_response(status)
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_GET  # noqa: N815 - the name it is looked for by

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        server = HTTPServer(("127.0.0.1", 0), Answer)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_address[1]}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def test_where_nobody_answers(said):
    told = said("--address", "http://127.0.0.1:1")
    assert "no stbpi answers at http://127.0.0.1:1" in told
    assert "stbpi run" in told


@pytest.mark.parametrize("address", ["here", "https://127.0.0.1:8420", "http://a:b", "http://a"])
def test_what_is_no_address(said, address):
    assert f"--address {address}" in said("--address", address)


def test_a_free_port_must_be_said(said, tmp_path):
    config = tmp_path / "c.toml"
    config.write_text("[web]\nport = 0\n")
    assert "[web] port is 0" in said("--config", str(config))


def test_something_else_that_answers_there(said, answering):
    assert "no stbpi answers" in said("--address", answering(200, b"<html>"))
    assert "no stbpi answers" in said("--address", answering(200, b""))
    for body in (b"[]", b"{}", b'{"prompt": 7}'):
        assert "is no stbpi of this version" in said("--address", answering(200, body))
        assert "is no stbpi of this version" in said("--once", "--address", answering(200, body))


def test_a_refusal_is_handed_on(said, answering):
    refusal = json.dumps({"code": "bad_token", "error": "This tray asks for its token."}).encode()
    assert "will not: This tray asks for its token." in said("--address", answering(401, refusal))
