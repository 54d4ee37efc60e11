"""Looks a tray's computer over: everything that must be right for the tray to play, with the mend where it is not."""

from __future__ import annotations

from stbpi.doctor.examination import Patient, examine
from stbpi.doctor.findings import Finding, Level

__all__ = ["Finding", "Level", "Patient", "examine"]
