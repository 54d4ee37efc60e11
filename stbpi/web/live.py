"""The state as a WebSocket: whole at first, then whole again with every change, in order, none left out."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import deque
from collections.abc import Callable

from aiohttp import WSCloseCode, WSMsgType, web

from stbpi.rules.said import N_, Said
from stbpi.web.beside import turns_json
from stbpi.web.door import HERE, address_of
from stbpi.web.errors import ApiError
from stbpi.web.guard import Allowance
from stbpi.web.masks import watch_masks
from stbpi.web.phone import Phone, is_here
from stbpi.web.service import Service, Snapshot
from stbpi.web.state import state_json

MOST_PAGES = 64
"""Open WebSockets at a time; a pub's phones and screens, and a good reserve."""

MOST_PAGES_FROM_ONE = 16
"""From one address of the network: a table of people behind one router."""

KEPT_FOR_HERE = 4
"""Of all pages so many are only for this machine itself: its own screen is never shut out."""

TOO_MANY_PAGES = N_("Too many pages are open already; close one of them.")

MOST_WAITING = 256
"""Changes that may wait for one page: minutes of the liveliest game. A page that lags more starts afresh."""

HEARTBEAT_S = 20.0
"""Between pings; a page silent for half of it is gone (a phone out of reach says no goodbye)."""

LARGEST_FRAME = 4096
"""Bytes of an incoming frame. The page sends none; what comes is read away and means nothing."""

FRAMES_PER_SECOND = 10
"""Of what means nothing: pings of a careful program, and no work worth mentioning. Who sends more is sent away."""

CLOSE_WAIT_S = 1.0
"""How long a closing page may take to answer before its connection is cut; a daemon has 5 s to stop."""


class LiveFeed:
    """Hands every snapshot of a service to every open page."""

    def __init__(self, service: Service, phone: Phone, *, simulated: bool) -> None:
        self._service = service
        self._phone = phone
        self._simulated = simulated
        self._pages: set[_Page] = set()

    @property
    def pages(self) -> int:
        """How many are open."""
        return len(self._pages)

    def state_text(self, snapshot: Snapshot, *, phone: bool) -> str:
        """A snapshot as the JSON text that is sent; ``phone`` tells whether its reader may show the QR code."""
        state = {
            **state_json(snapshot, simulated=self._simulated),
            "hints": self._service.may_advise(),
            "trainer": turns_json(snapshot.turns),
            "phone": phone,
        }
        return json.dumps(state, separators=(",", ":"))

    def _changed(self, snapshot: Snapshot) -> None:
        # Written out once for all on the network and once for all on this machine, however many pages are open.
        texts: dict[bool, str] = {}
        for page in self._pages:
            phone = page.trusted and self._phone.address is not None
            if phone not in texts:
                texts[phone] = self.state_text(snapshot, phone=phone)
            page.put(texts[phone])

    def _make_room(self, address: str) -> None:
        """Raises ApiError where one more page from an address would be too many."""
        strangers = [page.address for page in self._pages if page.address not in HERE]
        if len(self._pages) >= MOST_PAGES or (
            address not in HERE
            and (
                len(strangers) >= MOST_PAGES - KEPT_FOR_HERE
                or strangers.count(address) >= MOST_PAGES_FROM_ONE
            )
        ):
            raise ApiError(429, "too_many_pages", Said.of(TOO_MANY_PAGES), retry_after=1)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """``GET /api/v1/events``: stay until either side leaves."""
        address = address_of(request.transport)
        self._make_room(address)
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT_S,
            max_msg_size=LARGEST_FRAME,
            timeout=CLOSE_WAIT_S,
            compress=False,
            # Pings are answered here, so that they count like all that is sent.
            autoping=False,
        )
        if not socket.can_prepare(request).ok:
            sentence = "This address speaks WebSocket only; open it as ws://, or ask GET /api/v1/state."
            raise ApiError(426, "websocket_only", sentence)
        page = _Page(socket, address, trusted=is_here(request))
        if isinstance(request.transport, asyncio.Transport):
            watch_masks(
                request.transport, lambda: page.leave(WSCloseCode.PROTOCOL_ERROR, b"frames must be masked")
            )
        # Joined before the handshake, so that the limit holds for pages that are still shaking hands.
        if not self._pages:
            self._service.subscribe(self._changed)
        self._pages.add(page)
        try:
            await socket.prepare(request)
            # Nothing can change before the next await: the first message and the one after it are neighbours.
            phone = self._phone.may_be_shown_to(request)
            page.trusted = phone or page.trusted
            page.start(self.state_text(self._service.snapshot(), phone=phone))
            await page.run()
        finally:
            self._pages.discard(page)
            if not self._pages:
                self._service.unsubscribe(self._changed)
        return socket

    def close(self) -> None:
        """Send every page away; each leaves with code 1001 as soon as it answers, or after CLOSE_WAIT_S."""
        for page in self._pages:
            page.leave(WSCloseCode.GOING_AWAY, b"the tray is stopping")


class _Page:
    """One open WebSocket with what still has to be sent to it; ``trusted`` may show the QR code."""

    def __init__(self, socket: web.WebSocketResponse, address: str, *, trusted: bool) -> None:
        self._socket = socket
        self.address = address
        self.trusted = trusted
        self._frames = Allowance(FRAMES_PER_SECOND, FRAMES_PER_SECOND, time.monotonic)
        self._waiting: deque[str] = deque()
        self._something = asyncio.Event()
        self._started = False
        self._leaving: tuple[int, bytes] | None = None
        self._on_leave: Callable[[], object] | None = None

    def start(self, first: str) -> None:
        """Begin with this text; changes from before it are part of it."""
        self._waiting.append(first)
        self._started = True
        self._something.set()

    def put(self, text: str) -> None:
        """One more change to send. A page that lets too many wait is sent away."""
        if not self._started or self._leaving is not None:
            return
        if len(self._waiting) >= MOST_WAITING:
            self.leave(WSCloseCode.TRY_AGAIN_LATER, b"too slow to follow")
            return
        self._waiting.append(text)
        self._something.set()

    def leave(self, code: int, reason: bytes) -> None:
        """Close with this code instead of sending what waits."""
        if self._leaving is not None:
            return
        self._leaving = (code, reason)
        self._waiting.clear()
        self._something.set()
        if self._on_leave is not None:
            self._on_leave()

    async def run(self) -> None:
        """Send and read until either side leaves."""
        reading = asyncio.create_task(self._read())
        sending = asyncio.create_task(self._send())
        # A sender may be stuck in a full connection: leaving frees it.
        self._on_leave = sending.cancel
        try:
            await asyncio.wait((reading, sending), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._on_leave = None
            for task in (reading, sending):
                task.cancel()
            ends = await asyncio.gather(reading, sending, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception) and not isinstance(end, ConnectionError):
                # A mistake of ours: this page goes, and the log says why.
                raise end
        if self._leaving is not None:
            code, reason = self._leaving
            # Not drained: what the page does not read would keep us.
            await self._socket.close(code=code, message=reason, drain=False)

    async def _send(self) -> None:
        try:
            while self._leaving is None:
                self._something.clear()
                while self._waiting:
                    await self._socket.send_str(self._waiting.popleft())
                await self._something.wait()
        except ConnectionError:
            return

    async def _read(self) -> None:
        while True:
            message = await self._socket.receive()
            if message.type in (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR):
                return
            if message.type is WSMsgType.PONG:
                continue
            if self._frames.take():
                self.leave(WSCloseCode.POLICY_VIOLATION, b"nobody listens here")
                return
            if message.type is WSMsgType.PING:
                with contextlib.suppress(ConnectionError):
                    await self._socket.pong(message.data)
