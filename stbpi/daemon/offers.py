"""What the menu of this tray has to offer, from its configuration and its wiring profile."""

from __future__ import annotations

from dataclasses import replace

from stbpi.config import Settings
from stbpi.locale import LANGUAGES
from stbpi.rules.players import house_name, house_strength, number_in
from stbpi.rules.strength import Strength
from stbpi.table.choices import Choices, Configured, Offers, Sound
from stbpi.tray.profile import Profile


def configured_choices(settings: Settings) -> Choices:
    """What holds as long as nobody chooses otherwise."""
    return Choices(
        language=settings.language,
        sound=Sound(settings.sound.volume) if settings.sound.enabled else Sound.OFF,
        dice_source=settings.dice.source,
    )


def offers_of(settings: Settings, profile: Profile) -> Offers:
    """What can be chosen on this tray; without a buzzer, there is nothing to choose of its sound."""
    players = settings.game.players
    return Offers(
        shelf=settings.rule_book,
        names=tuple(name for name in players if name.strip() and not _of_a_seat(name)),
        house=tuple(house_name(strength) for strength in Strength),
        languages=LANGUAGES,
        sounds=_sounds(profile),
        quiet_hours=""
        if profile.buzzer is None or settings.sound.quiet is None
        else str(settings.sound.quiet),
        shut_down=bool(settings.power.shutdown),
        scanner=profile.scanner is not None,
        configured=Configured(settings.game.rules, players, configured_choices(settings)),
    )


def _of_a_seat(name: str) -> bool:
    """Whether a name only says which seat it is, or that the house plays there."""
    return number_in(name) is not None or house_strength(name) is not None


def _sounds(profile: Profile) -> tuple[Sound, ...]:
    if profile.buzzer is None:
        return ()
    return (Sound.OFF, Sound.LOW, Sound.FULL) if profile.buzzer_passive else (Sound.OFF, Sound.FULL)


def that_can_be(choices: Choices, offers: Offers) -> Choices:
    """Choices that were made before, as far as they can still be made."""
    configured = offers.configured.choices if offers.configured else Choices()
    if choices.language not in offers.languages:
        choices = replace(choices, language=configured.language)
    if offers.sounds and choices.sound not in offers.sounds:
        choices = replace(choices, sound=configured.sound)
    return choices
