"""Which face of the page is found where, and where there is none."""

import pytest

from stbpi.web.files import FACES
from tests.web.serving import run, serving
from tests.web.table_service import TableService


@pytest.mark.parametrize("simulated", [True, False])
def test_every_face_is_there_but_the_virtual_tray_of_a_real_one(simulated):
    async def test():
        async with serving(TableService(simulated=simulated), simulated=simulated) as caller:
            found = {face: (await caller.get(face)).status for face in FACES}
            assert found == {"/": 200, "/tray": 200 if simulated else 404, "/control": 200}

    run(test())


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The flaps of this tray are real: move them by hand. The scoreboard is at /."),
        (
            "de",
            "Die Klappen dieses Bretts sind echt: bewege sie von Hand. Die Anzeigetafel ist unter / zu finden.",
        ),
    ],
)
def test_who_looks_for_the_virtual_tray_of_a_real_one_is_told_why_there_is_none(language, sentence):
    async def test():
        service = TableService(simulated=False, language=language)
        async with serving(service, simulated=False) as caller:
            answer = await caller.get("/tray")
            assert answer.json == {"code": "not_simulated", "error": sentence}
            # Who asks in another language is answered in that.
            answer = await caller.get("/tray", headers={"Accept-Language": "it"})
            assert answer.json["error"].startswith("Le alette di questa plancia sono vere")

    run(test())
