"""The language of pages: which there are, a choice that the browser keeps, and the texts of the scripts.

GET  /words              {language, decimal, texts: {English: as this language says it}}: what our scripts may say
POST /language {language}   this browser's next pages are in it
"""

import json
import re
from functools import cache
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine.language.current import language, rules, translated
from sim.folder.language import known_language
from sim.studio.doors.bodies import json_of
from sim.studio.doors.language import chosen
from sim.studio.pages import PACKAGE, Data

MARKED = re.compile(r'\bsaid(?:With)?\(\s*("(?:[^"\\\n]|\\.)*")')
"""A script marks its texts as Python does: `said("Report of {run}", { run: … })`."""
LONGEST_CODE = 10


def routes() -> list[Route]:
    """Both routes."""
    return [Route("/words", _words), Route("/language", _choose, methods=["POST"])]


@cache
def texts_of_scripts() -> frozenset[str]:
    """All texts that the scripts say."""
    scripts = (each for each in files(PACKAGE).joinpath("static").iterdir() if each.name.endswith(".js"))
    return frozenset(text for script in scripts for text in texts_in(script.read_text(encoding="utf-8")))


def texts_in(script: str) -> list[str]:
    """Those of a script."""
    return [json.loads(literal) for literal in MARKED.findall(script)]


async def _words(request: Request) -> Response:
    told = {text: translated(text) for text in sorted(texts_of_scripts())}
    return Data({"language": language(), "decimal": rules().decimal, "texts": told})


async def _choose(request: Request) -> Response:
    code = str((await json_of(request)).get("language"))[:LONGEST_CODE]
    kept = chosen(request.app.state.port, known_language(code, "language"))
    return Data({"language": code}, headers={"set-cookie": kept})
