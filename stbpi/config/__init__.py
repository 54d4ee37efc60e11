"""The configuration: a TOML file in, checked and frozen settings out."""

from __future__ import annotations

from stbpi.config.displays import DisplaySettings
from stbpi.config.reading import Override, SettingsError
from stbpi.config.rulebook import RuleBook
from stbpi.config.settings import (
    BoardSettings,
    DiceSettings,
    GameSettings,
    PowerSettings,
    Settings,
    SoundSettings,
    StoreSettings,
    TimingSettings,
    load_settings,
)
from stbpi.config.web import WebSettings

__all__ = [
    "BoardSettings",
    "DiceSettings",
    "DisplaySettings",
    "GameSettings",
    "Override",
    "PowerSettings",
    "RuleBook",
    "Settings",
    "SettingsError",
    "SoundSettings",
    "StoreSettings",
    "TimingSettings",
    "WebSettings",
    "load_settings",
]
