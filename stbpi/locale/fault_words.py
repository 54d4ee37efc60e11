"""What is said of faults in every language: of those that people at the table can see to themselves.

All others are about chips, pins and files, and are told in English by whoever finds them.
"""

from __future__ import annotations

from stbpi.rules.said import N_

SAYS_CLOSED = N_(
    "flap {flap} of side {side} does not do what is asked of it: its switch says closed; look at the flap, its lever "
    "and its wire, it counts again once it moves"
)
SAYS_RAISED = N_(
    "flap {flap} of side {side} does not do what is asked of it: its switch says raised; look at the flap, its lever "
    "and its wire, it counts again once it moves"
)
NEVER_MOVED = N_(
    "flap {flap} of side {side} has not moved in {rounds} rounds and is not believed; look at its switch, its lever "
    "and its wire, it counts again once it moves"
)
NO_HOUSE = N_(
    "[game] players gives the house a seat that it cannot take; people may sit there instead. {why}"
)
CANNOT_GO_ON = N_(
    "The match that was being played cannot go on here: {why} Put that right and start the program anew, and it goes "
    "on; another match gives it up."
)
TOO_MANY_CONNECTIONS = N_("too many connections are open; pages that are open go on, new ones have to wait")
HELD_UP = N_(
    "the program is held up again and again, so flaps are read late; look for what else keeps the Pi busy (top), and "
    "at its power and cooling (vcgencmd get_throttled)"
)
MENU_NOT_SAVED = N_("what was chosen in the menu is not saved ({reason}); check the disk")
NOT_SHUT_DOWN = N_(
    "the computer was not shut down: {command} {reason}; allow it, as in systemd/49-stbpi-shutdown.rules, or set "
    "[power] shutdown to another command"
)
FLAP_FLOATS = N_(
    "flap {flap} of side {side} changes all the time and is not believed; its wire is loose or has no pull-up: check "
    "plug and ground, it counts again after {seconds} s of quiet"
)
BUTTON_FLOATS = N_(
    "the dice button changes all the time and is not believed; its wire is loose or has no pull-up: check plug and "
    "ground, it counts again after {seconds} s of quiet"
)
MENU_BUTTON_FLOATS = N_(
    "the menu button changes all the time and is not believed; its wire is loose or has no pull-up: check plug and "
    "ground, it counts again after {seconds} s of quiet"
)
