"""The token that is made where none is configured: kept, private, and never in the log."""

import os
import stat

import pytest

from stbpi.web.token import kept_token, made_token, token_file


@pytest.fixture
def file(tmp_path):
    return token_file(tmp_path / "state" / "stbpi.db")


def rights(file):
    return stat.S_IMODE(file.stat().st_mode)


def test_it_is_made_once_and_stays_the_same_across_starts(file):
    token = made_token(file)
    assert len(token) >= 22
    assert made_token(file) == token == kept_token(file)


def test_each_tray_has_another(tmp_path):
    assert made_token(tmp_path / "a") != made_token(tmp_path / "b")


def test_nobody_else_may_read_it(file):
    before = os.umask(0)
    try:
        made_token(file)
    finally:
        os.umask(before)
    assert rights(file) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["stbpi.db.token"]


def test_rights_that_a_copy_came_with_are_taken_back(file):
    token = made_token(file)
    file.chmod(0o644)
    assert made_token(file) == token
    assert rights(file) == 0o600


@pytest.mark.parametrize(
    "rubbish", [b"", b"\n", b"short", b"\xff\xfe" * 20, b"a token with spaces in it", b"x" * 500]
)
def test_what_is_no_token_is_replaced(file, rubbish):
    made_token(file)
    file.write_bytes(rubbish)
    assert kept_token(file) is None
    token = made_token(file)
    assert kept_token(file) == token


def test_the_log_says_where_it_is_and_not_what(file, caplog):
    caplog.set_level("INFO")
    token = made_token(file)
    assert str(file) in caplog.text
    assert token not in caplog.text


def test_a_disk_that_will_not_keep_it_is_told_and_the_tray_is_closed_all_the_same(tmp_path, caplog):
    (tmp_path / "state").write_text("a file where the folder should be")
    file = token_file(tmp_path / "state" / "stbpi.db")
    token = made_token(file)
    assert len(token) >= 22
    assert "could not be kept" in caplog.text
    assert token not in caplog.text
