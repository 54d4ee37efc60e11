"""One tray being played: referee, prompts, button gestures. Pure; time is passed in."""
