"""What is chosen at the tray holds for later starts; the configuration stays the base."""

from __future__ import annotations

import json

import pytest

from stbpi.store.choices import ChoicesFile, choices_file
from stbpi.table.choices import Choices, Sound

BASE = Choices(language="en", sound=Sound.FULL, quiet_hours=True, dice_source="electronic")
CHOSEN = Choices(language="de", sound=Sound.LOW, quiet_hours=False, dice_source="entered")


@pytest.fixture
def path(tmp_path):
    return choices_file(tmp_path / "stbpi.db")


def test_without_any_the_configuration_holds(path):
    assert ChoicesFile(path, BASE).load() == BASE
    assert ChoicesFile(path, CHOSEN).load() == CHOSEN


def test_what_was_chosen_is_found_again(path):
    ChoicesFile(path, BASE).save(CHOSEN)
    assert ChoicesFile(path, BASE).load() == CHOSEN
    assert path.name == "stbpi.db.choices.json"


def test_only_what_was_chosen_is_kept_so_that_the_rest_follows_the_configuration(path):
    ChoicesFile(path, BASE).save(Choices(language="de"))
    assert json.loads(path.read_text()) == {"language": "de"}
    assert ChoicesFile(path, Choices(language="fr", sound=Sound.OFF)).load() == Choices("de", Sound.OFF)


def test_choosing_what_the_configuration_says_leaves_nothing(path):
    file = ChoicesFile(path, BASE)
    file.save(CHOSEN)
    file.save(BASE)
    assert not path.exists()
    file.save(BASE)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "7", "null", '"de"', "[" * 100_000, '{"language": "de"', "\udcff"], ids=range(9)
)
def test_a_damaged_file_is_told_and_the_configuration_holds(path, text, caplog):
    path.write_bytes(text.encode(errors="surrogateescape"))
    assert ChoicesFile(path, BASE).load() == BASE
    assert len(caplog.records) == (0 if text in ("[]", "7", "null", '"de"') else 1)


@pytest.mark.parametrize(
    "found",
    [
        {"language": 7},
        {"language": "../de"},
        {"sound": "deafening"},
        {"quiet_hours": "yes"},
        {"dice_source": "loaded"},
        {"colour": "red"},
    ],
    ids=str,
)
def test_what_is_nothing_to_choose_is_left_out_and_told_and_the_rest_holds(path, found, caplog):
    path.write_text(json.dumps({**found, "language": found.get("language", "it")}))
    wanted = BASE if "language" in found else Choices("it")
    assert ChoicesFile(path, BASE).load() == wanted
    assert "nothing to choose" in caplog.text


def test_a_disk_that_will_not_is_said_and_the_file_stays_as_it_was(path):
    file = ChoicesFile(path, BASE)
    file.save(CHOSEN)
    path.with_name(path.name + ".new").mkdir()
    with pytest.raises(OSError, match="directory"):
        file.save(Choices(language="it"))
    assert file.load() == CHOSEN
