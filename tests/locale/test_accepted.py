"""Which of our languages a caller over HTTP is answered in."""

from __future__ import annotations

import pytest

from stbpi.locale.accepted import accepted_language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("it", "it"),
        ("IT", "it"),
        ("de-CH", "de"),
        ("fr-CA, fr;q=0.9, en;q=0.8", "fr"),
        ("en;q=0.8, es", "es"),
        ("es;q=0.5,it;q=0.501", "it"),
        ("it;q=0.5,es;q=0.5", "it"),
        ("pt-BR,pt;q=0.9,es;q=0.7,en;q=0.5", "es"),
        ("en-US,en;q=0.9", "en"),
        (" fr ; q=1.000 , it", "fr"),
        ("fr;Q=0.1", "fr"),
        # None that we speak, or none that is wanted: the tray's.
        ("", "de"),
        ("*", "de"),
        ("pt, nl;q=0.5", "de"),
        ("it;q=0", "de"),
        ("it;q=0.000, pt", "de"),
        # What cannot be read is passed over.
        ("it;q=2, es;q=0.1", "es"),
        ("it;q=, es;q=0.1", "es"),
        ("it;q=-1", "de"),
        ("it;level=1", "de"),
        ("it;q=nan", "de"),
        (";;,,q=1,=,-", "de"),
        ("italian", "de"),
        ("i\N{LATIN SMALL LETTER DOTLESS I}t", "de"),
        ("it;q=" + "9" * 8000, "de"),
        ("," * 8000 + "it", "it"),
    ],
)
def test_it_is_the_one_wanted_most_that_we_speak(header, language):
    assert accepted_language(header, "de") == language
