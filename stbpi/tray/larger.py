"""Where a match does not fit on a tray: which of the shipped trays it would fit on."""

from __future__ import annotations

from stbpi.rules.said import N_, Clause, Said
from stbpi.table.fitting import check_fit
from stbpi.table.refusal import TableRefusal
from stbpi.table.setup import MatchSetup
from stbpi.tray.errors import NotReadableError
from stbpi.tray.profile import Profile, load_profile, profile_names


def with_larger_tray(refusal: TableRefusal, setup: MatchSetup, *, simulated: bool) -> TableRefusal:
    """The refusal of ``setup``; where the tray was too small for it, with the smallest one that is large enough."""
    if refusal.code != "tray_too_small":
        return refusal
    # Where nothing is wired, a tray that never is comes first.
    trays = sorted(
        (load_profile(name) for name in profile_names()),
        key=lambda tray: (simulated and not tray.sides[0].simulated_only, len(tray.contacts)),
    )
    larger = next((tray for tray in trays if _fits(setup, tray, simulated=simulated)), None)
    if larger is None:
        return refusal
    return TableRefusal(
        refusal.code,
        Said.of(
            N_("{refusal}, or a larger tray: start with {command}, or set {setting} in the configuration."),
            refusal=Clause(refusal.said),
            command=f"stbpi run {'--simulate ' if simulated else ''}--profile {larger.name}",
            setting=f'[board] profile = "{larger.name}"',
        ),
    )


def _fits(setup: MatchSetup, tray: Profile, *, simulated: bool) -> bool:
    try:
        tray.check_readable("simulated" if simulated else "gpio")
        check_fit(setup, tray.tray_sides)
    except (NotReadableError, TableRefusal):
        return False
    return True
