"""``python -m tests.long``: the long tests, part after part, or those that are named; see CONTRIBUTING.md."""

from __future__ import annotations

import subprocess
import sys
import time

from tests.long.parts import PARTS, Part

NONE_LEFT = 5
"""pytest's exit code where no test was chosen."""


def run(part: Part, chosen: list[str]) -> int:
    """Let pytest run a part; further arguments, ``-k`` say, choose among its tests."""
    beside = ["-n", str(part.workers), "--dist", "worksteal", "-v"] if part.workers else ["-s", "-v"]
    return subprocess.call(
        [sys.executable, "-m", "pytest", "--no-header", "-m", "long", *beside, *chosen, *part.files]
    )


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(arguments: list[str]) -> int:
    """Exit code 0 where every part passed; 2 for a part there is not."""
    at = next((number for number, word in enumerate(arguments) if word.startswith("-")), len(arguments))
    names, chosen = arguments[:at], arguments[at:]
    known = {part.name: part for part in PARTS}
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.stderr.write(f"no part is called {unknown[0]!r}; there are {', '.join(known)}\n")
        return 2
    parts = [known[name] for name in names] or list(PARTS)
    ended: list[str] = []
    failed = False
    for number, part in enumerate(parts, start=1):
        say(f"\n== {part.name}, part {number} of {len(parts)}: {part.about}; some {part.minutes} min")
        began = time.monotonic()
        status = run(part, chosen)
        if status == NONE_LEFT and chosen:
            continue
        failed = failed or status != 0
        minutes, seconds = divmod(round(time.monotonic() - began), 60)
        ended.append(f"{part.name}: {'FAILED' if status else 'passed'} in {minutes} min {seconds} s")
        say(f"== {ended[-1]}")
    say("\n" + "\n".join(ended or ["no test was chosen"]))
    return int(failed or not ended)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
