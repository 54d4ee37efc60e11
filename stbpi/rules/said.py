"""Sentences for people, kept so that each can be read in the reader's own language.

The rules and the table know no language. What they have to say is a template with what stands in its places, and
becomes words only where somebody reads it: ``str()`` gives the English, ``stbpi.locale.refusals`` every language.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Field: TypeAlias = "int | str | Said | Listed | Clause"
"""What stands in a place. Numbers and texts stand as they are, in every language; the others are put into words."""


def N_(template: str) -> str:  # noqa: N802 - the name by which gettext's tools find what is to be translated
    """Mark a template for the catalogues."""
    return template


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - as N_; the Makefile tells the tools of it
    """Mark a template that varies with a number, as English has it for one and for more."""
    return one, many


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence, or a part of one, not yet in any language.

    ``one`` and ``many`` are the English templates, ``many`` only where they vary with ``count``; ``fields`` are the
    names of their places with what stands there.
    """

    one: str
    fields: tuple[tuple[str, Field], ...] = ()
    many: str | None = None
    count: int = 1

    @classmethod
    def of(cls, template: str, /, **fields: Field) -> Said:
        """A sentence of a template marked with ``N_``."""
        return cls(template, tuple(fields.items()))

    @classmethod
    def counted(cls, templates: tuple[str, str], count: int, /, **fields: Field) -> Said:
        """A sentence of templates marked with ``NN_``, in the form for ``count``."""
        return cls(templates[0], tuple(fields.items()), templates[1], count)

    def __str__(self) -> str:
        template = self.one if self.many is None or self.count == 1 else self.many
        return template.format(**{place: str(field) for place, field in self.fields})


@dataclass(frozen=True, slots=True)
class Listed:
    """Things one after the other: ``1``, ``1 and 2``, ``1, 2 and 3``; with ``either`` it is ``or``."""

    things: tuple[int | str | Said, ...]
    either: bool = False

    def __str__(self) -> str:
        words = [str(thing) for thing in self.things]
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {'or' if self.either else 'and'} {words[-1]}"


@dataclass(frozen=True, slots=True)
class Clause:
    """A sentence that a longer one begins with: its full stop is left out."""

    said: Said

    def __str__(self) -> str:
        return str(self.said).removesuffix(".")


class SaidError(ValueError):
    """A mistake told to people. The last argument is its sentence, and ``str()`` gives that in English."""

    @property
    def said(self) -> Said:
        """The sentence, for ``stbpi.locale.refusals``."""
        said: Said = self.args[-1]
        return said

    def __str__(self) -> str:
        return str(self.args[-1])
