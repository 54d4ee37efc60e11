"""What the doctor finds: one thing each, how it is, and what helps."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from gettext import NullTranslations

from stbpi.locale.refusals import spoken
from stbpi.rules.said import N_, Said

Words = Said | str
"""A sentence in every language; or a text that is the same in all (versions, addresses), or another's own words."""


class Level(StrEnum):
    """How a thing is. Their names are fixed, programs read them."""

    OK = "ok"
    WARNING = "warning"
    """It plays, and this may come to hurt."""
    FAULT = "fault"
    """Something does not work."""


LEVEL_WORDS = {Level.OK: N_("ok"), Level.WARNING: N_("warning"), Level.FAULT: N_("fault")}


class Topic(StrEnum):
    """What a finding is about. Their names are fixed, programs read them."""

    COMPUTER = "computer"
    SETTINGS = "settings"
    DAEMON = "daemon"
    PINS = "pins"
    GROUPS = "groups"
    BUSES = "buses"
    DEVICES = "devices"
    SCREENS = "screens"
    SCANNER = "scanner"
    DISK = "disk"
    CLOCK = "clock"
    SUPPLY = "supply"
    NETWORK = "network"


TOPIC_WORDS = {
    Topic.COMPUTER: N_("computer"),
    Topic.SETTINGS: N_("settings"),
    Topic.DAEMON: N_("daemon"),
    Topic.PINS: N_("pins"),
    Topic.GROUPS: N_("groups"),
    Topic.BUSES: N_("buses"),
    Topic.DEVICES: N_("devices"),
    Topic.SCREENS: N_("screens"),
    Topic.SCANNER: N_("scanner"),
    Topic.DISK: N_("disk"),
    Topic.CLOCK: N_("clock"),
    Topic.SUPPLY: N_("supply"),
    Topic.NETWORK: N_("network"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what it is about, how it is, what was found, and, unless all is well, what helps."""

    topic: Topic
    level: Level
    found: Words
    mend: Words | None = None

    def line(self, messages: NullTranslations) -> str:
        """As people read it."""
        found = words(self.found, messages)
        if self.mend is None:
            return found
        return messages.gettext("{name}: {what}").format(name=found, what=words(self.mend, messages))

    def json(self) -> dict[str, str | None]:
        """As programs read it, in English."""
        mend = None if self.mend is None else str(self.mend)
        return {"topic": self.topic.value, "level": self.level.value, "found": str(self.found), "mend": mend}


def ok(topic: Topic, found: Words) -> Finding:
    """All is well."""
    return Finding(topic, Level.OK, found)


def warning(topic: Topic, found: Words, mend: Words | None = None) -> Finding:
    """It may come to hurt."""
    return Finding(topic, Level.WARNING, found, mend)


def fault(topic: Topic, found: Words, mend: Words | None = None) -> Finding:
    """It does not work."""
    return Finding(topic, Level.FAULT, found, mend)


def words(text: Words, messages: NullTranslations) -> str:
    """In the language of ``messages``."""
    return text if isinstance(text, str) else spoken(text, messages)


def table(findings: list[Finding], messages: NullTranslations) -> list[str]:
    """Lines with every finding: level, topic, what was found and what helps."""
    rows = [
        (
            messages.gettext(LEVEL_WORDS[finding.level]),
            messages.gettext(TOPIC_WORDS[finding.topic]),
            finding.line(messages),
        )
        for finding in findings
    ]
    level, topic = (max((len(row[column]) for row in rows), default=0) for column in (0, 1))
    return [f"{row[0].ljust(level)}  {row[1].ljust(topic)}  {row[2]}" for row in rows]
