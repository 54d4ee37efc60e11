"""The words of the virtual tray: its screens and lamps, and what may go wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations
from typing import TypeAlias

from stbpi.table.lights import Light

Words: TypeAlias = Mapping[str, "str | Mapping[str, str]"]


def simulation_words(messages: NullTranslations) -> Words:
    """All of them, by their keys."""
    _ = messages.gettext
    return {
        "screen_number": _("Screen {number}"),
        "screen_of": _("Screen of side {side}"),
        "lamp": _("Lamp: {how}"),
        "lights": {
            "dark": _("dark"),
            Light.TURN.value: _("lit"),
            Light.EXPECTED.value: _("blinks slowly"),
            Light.WRONG.value: _("blinks fast"),
            Light.CELEBRATION.value: _("celebrates"),
            Light.GLIMMER.value: _("glimmers"),
        },
        "break_things": _("Break something"),
        "break_title": _("What may go wrong"),
        "break_about": _("Switch a fault on, and see what the tray makes of it."),
        "close": messages.pgettext("drawer", "Close"),
        "of_flap": _("One flap"),
        "of_display": _("One screen"),
        "of_all": _("The whole tray"),
        "side_choice": _("Side"),
        "flap_choice": _("Flap"),
        "screen_choice": _("Screen"),
        "flap_name": _("Flap {flap}"),
        "mend": _("Mend"),
        "mend_part": _("Mend: {part}"),
        "fault_names": _names(messages),
        "fault_abouts": _abouts(messages),
    }


def _names(messages: NullTranslations) -> Mapping[str, str]:
    _ = messages.gettext
    return {
        "stuck": _("Stuck switch"),
        "cut": _("Cut wire"),
        "floating": _("Loose pin"),
        "spikes": _("Spikes"),
        "ghosting": _("Bridged diode"),
        "oled_gone": _("Screen gone"),
        "bus_error": _("Silent bus"),
        "expander_reset": _("Supply that dips"),
        "interrupt_lost": _("Interrupt wire cut"),
        "pins_gone": _("Pins gone"),
        "busy_pin": _("Pin taken"),
        "slow_consumer": _("Busy computer"),
        "serial_lost": _("Cable pulled"),
        "serial_busy": _("Port taken"),
        "serial_noise": _("Noisy cable"),
        "scanner_reset": _("Scanner that restarts"),
    }


def _abouts(messages: NullTranslations) -> Mapping[str, str]:
    _ = messages.gettext
    return {
        "stuck": _("The switch stays as it is, however the flap is moved."),
        "cut": _("The switch is never seen closed again."),
        "floating": _("The pin hangs in the air and chatters without end."),
        "spikes": _("Short pulses on a long wire, with nobody near the flap."),
        "ghosting": _("With two other flaps closed this one may look closed, too."),
        "oled_gone": _("The screen does not answer; it is set up anew when it is back."),
        "bus_error": _("Nothing on the I2C bus answers."),
        "expander_reset": _("Every second the supply dips and chips forget how they were set up."),
        "interrupt_lost": _("Changes are no longer announced, only found by looking."),
        "pins_gone": _("The computer no longer reaches its pins."),
        "busy_pin": _("Another program holds the button’s pin: the tray is away until it lets go."),
        "slow_consumer": _("The program is held up for 0.3 s, twice a second."),
        "serial_lost": _("The flap scanner’s cable is out."),
        "serial_busy": _("Another program holds the flap scanner’s port."),
        "serial_noise": _("What comes from the flap scanner is damaged on its way."),
        "scanner_reset": _("The flap scanner’s watchdog restarts it every 3 s."),
    }
