"""The page's socket, bound before anything heavy is imported, so that its address can be told at once."""

from __future__ import annotations

import errno
import ipaddress
import socket

from stbpi.config import WebSettings

WAITING_CONNECTIONS = 128


class AddressError(ValueError):
    """The configured address cannot be listened on."""


def listen(web: WebSettings) -> socket.socket:
    """A listening TCP socket on the configured host and port (0: a free one). Raises AddressError.

    Who connects before the server is up waits in the kernel's queue and is answered then.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(
            web.host, web.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror as error:
        raise AddressError(
            f"[web] host {web.host!r} is not a name or address of this machine ({error.strerror}); "
            'write "127.0.0.1" for this machine alone, or its address on the network'
        ) from error
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
        sock.listen(WAITING_CONNECTIONS)
    except OSError as error:
        sock.close()
        raise AddressError(_sentence(web, error)) from error
    sock.setblocking(False)
    return sock


def _sentence(web: WebSettings, error: OSError) -> str:
    where = f"[web] {web.host}:{web.port}"
    if error.errno == errno.EADDRINUSE:
        return f"{where} is in use by another program, perhaps another stbpi; stop it, or choose another port"
    if error.errno == errno.EACCES:
        return f"{where} needs rights stbpi does not have; choose a port from 1024 up"
    return f"{where} cannot be listened on ({error.strerror}); check [web] host and port"


def page_address(sock: socket.socket) -> str:
    """Where a browser finds the page; for a socket on all addresses, the loopback one."""
    host, port = sock.getsockname()[:2]
    ip = ipaddress.ip_address(host.partition("%")[0])
    if ip.is_unspecified:
        ip = ipaddress.ip_address("::1" if ip.version == 6 else "127.0.0.1")
    return f"http://[{ip}]:{port}/" if ip.version == 6 else f"http://{ip}:{port}/"
