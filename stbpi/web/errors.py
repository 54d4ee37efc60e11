"""What a caller is told when a call cannot be answered: a fixed code and one sentence with the mend."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from stbpi.locale import SOURCE_LANGUAGE, catalogue
from stbpi.locale.refusals import spoken
from stbpi.rules.said import Said


class ApiError(ValueError):
    """A call that is refused: HTTP status (4xx; 5xx for a fault of ours), a code, one sentence with place and mend.

    ``language`` is that of the sentence. What is wrong with a call is told to who wrote the program, in English; what
    people get to see is ``Said``, and put into their language by ``spoken``. ``retry_after`` is in seconds.
    """

    def __init__(
        self,
        status: int,
        code: str,
        sentence: str | Said,
        language: str = SOURCE_LANGUAGE,
        *,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(str(sentence))
        self.status = status
        self.code = code
        self.language = language
        self.retry_after = retry_after
        self.said = sentence if isinstance(sentence, Said) else None

    def spoken(self, language: str) -> ApiError:
        """The same in this language, where it is for people."""
        if self.said is None or language == self.language:
            return self
        words = spoken(self.said, catalogue(language))
        return ApiError(self.status, self.code, words, language, retry_after=self.retry_after)

    def body(self) -> dict[str, str]:
        """The reply's JSON."""
        return {"code": self.code, "error": str(self)}


IMPOSSIBLE_VALUES = frozenset(
    {
        "bad_dice",
        "bad_edges",
        "bad_flaps",
        "bad_hold",
        "bad_player",
        "bad_players",
        "bad_points",
        "bad_reason",
        "bad_setup",
        "no_such_display",
        "no_such_fault",
        "no_such_flap",
        "no_such_player",
        "no_such_side",
        "one_die_not_allowed",
        "tray_too_small",
        "two_dice_not_allowed",
    }
)
"""Refusals that no later moment would lift: the value itself cannot be. All others depend on what stands."""


def refusal(code: str, sentence: str, language: str = SOURCE_LANGUAGE) -> ApiError:
    """A refusal of rules, table or tray as an HTTP answer: 422 for the value, 409 for the moment."""
    return ApiError(422 if code in IMPOSSIBLE_VALUES else 409, code, sentence, language)


def nearest(word: str, known: Iterable[str], listed: Iterable[str] | None = None) -> str:
    """The end of a sentence: what was probably meant, or all that is known, or of it only what is ``listed``."""
    names = sorted(known)
    close = difflib.get_close_matches(word, names, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]!r}?"
    if not names:
        return "leave it out."
    return "known are " + ", ".join(map(repr, names if listed is None else sorted(listed))) + "."
