"""New files that commands write beside what they say: a table, a picture."""

from __future__ import annotations

from pathlib import Path

from stbpi.cli.command import UsageError, check_kind

TAKEN = "is there already; name another file"


def check_new(option: str, file: Path | None) -> None:
    """Refuse a file that is there already, or that cannot be written, before anything is worked out for it."""
    if file is None:
        return
    if file.exists():
        raise UsageError(f"{option}: {file} {TAKEN}")
    write_new(option, file, b"")
    file.unlink(missing_ok=True)


def check_plot(file: Path | None) -> None:
    """The same of a picture, which must be of a kind that can be drawn here."""
    check_kind(file)
    if file is not None:
        from stbpi.cli.plot import check_there

        check_new("--plot", file)
        check_there()


def write_new(option: str, file: Path, content: bytes) -> None:
    """Write a new file, all of it or none; what is there already is left as it is."""
    try:
        opened = file.open("xb")
    except FileExistsError as error:
        raise UsageError(f"{option}: {file} {TAKEN}") from error
    except OSError as error:
        raise _unwritten(option, file, error) from error
    whole = False
    try:
        with opened:
            opened.write(content)
        whole = True
    except OSError as error:
        raise _unwritten(option, file, error) from error
    finally:
        if not whole:
            file.unlink(missing_ok=True)


def _unwritten(option: str, file: Path, error: OSError) -> UsageError:
    return UsageError(f"{option} {file} cannot be written ({error.strerror}); check folder and disk")
