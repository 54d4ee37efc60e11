"""The scanner's framing against that of this side, byte by byte."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.firmware import wire
from tests.firmware.workbench import Workbench

BODIES = st.binary(min_size=1, max_size=200) | st.lists(st.sampled_from(b"\0\0\x01\xff"), min_size=1).map(
    bytes
)


def test_the_crc_is_the_one_with_this_check_value(workbench: Workbench) -> None:
    assert workbench.ask("crc", b"123456789".hex()) == "29b1"


def test_the_crc_is_the_standard_librarys(workbench: Workbench) -> None:
    @given(body=st.binary(min_size=1, max_size=200))
    @settings(max_examples=200, deadline=None)
    def compare(body: bytes) -> None:
        assert int(workbench.ask("crc", body.hex()), 16) == wire.crc(body)

    compare()


def test_what_is_encoded_has_no_zero_and_comes_back(workbench: Workbench) -> None:
    @given(body=BODIES)
    @settings(max_examples=200, deadline=None)
    def there_and_back(body: bytes) -> None:
        encoded = bytes.fromhex(workbench.ask("encode", body.hex()))
        assert 0 not in encoded
        assert encoded == wire.cobs(body)
        assert bytes.fromhex(workbench.ask("decode", encoded.hex())) == body

    there_and_back()


def test_what_no_encoder_wrote_is_nothing(workbench: Workbench) -> None:
    @given(noise=st.binary(min_size=1, max_size=40))
    @settings(max_examples=400, deadline=None)
    def decode(noise: bytes) -> None:
        assert bytes.fromhex(workbench.ask("decode", noise.hex())) == (wire.uncobs(noise) or b"")

    decode()


def test_no_flipped_bit_is_obeyed(workbench: Workbench) -> None:
    """Every single bit of a CONFIG frame, its end included: the lamps stay as they were, and it is counted."""
    good = wire.config(7, lamps=0b101)
    for bit in range(8 * len(good)):
        workbench.ask("link", 0)
        flipped = bytearray(good)
        flipped[bit // 8] ^= 1 << bit % 8
        workbench.ask("hear", (bytes(flipped) + b"\0").hex())
        assert workbench.ask("pass", 1, 1, 0, 0, 0, "0" * 24).endswith(" 0 1"), (bit, flipped.hex())
    workbench.ask("hear", good.hex())
    assert workbench.ask("pass", 2, 2, 0, 0, 0, "0" * 24).endswith(" 5 2")
