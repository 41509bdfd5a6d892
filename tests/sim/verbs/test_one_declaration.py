"""A verb is declared once: what a request says appears in the command line, in Python and in the stub."""

import json
import sys
from collections.abc import Iterator
from dataclasses import field, make_dataclass, replace
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Annotated, Any

import pytest

import fatecast
import sim.verbs
from engine.errors import BadInput
from sim.api.functions import function_of
from sim.api.stub import FILE, PAGE, flags_page, stub
from sim.cli.command import Voice
from sim.cli.shown import Terminal
from sim.errors import Cancelled, Interrupted
from sim.verbs import compare
from sim.verbs.request.declaration import Says, declared
from sim.verbs.request.progress import Progress
from sim.verbs.request.verb import Verb, all_verbs, verb_of
from tests.support import ROOT
from tests.support.command_line import Fatecast

HELLO = '''
"""`fatecast hello`: a verb of the tests."""

from dataclasses import dataclass
from typing import Annotated, TypedDict

from sim.verbs.request.declaration import Says
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result
from sim.verbs.request.verb import PLAY, Verb


@dataclass(frozen=True, kw_only=True)
class HelloRequest:
    """Ask whom to greet, and greet."""

    times: Annotated[int, Says("How often.", least=1)] = 1


class HelloData(TypedDict):
    said: str


@dataclass(frozen=True, repr=False)
class Greeted(Result):
    said: str

    @property
    def data(self) -> HelloData:
        return {"said": self.said}

    def __str__(self) -> str:
        return self.said


def run(asked: HelloRequest, progress: Progress) -> Greeted:
    who = progress.ask("whom", ["world", "moon"])
    return Greeted(" ".join([f"hello {who}"] * asked.times))


VERB = Verb("hello", PLAY, 9, HelloRequest, run, Greeted, ["--times 2"], HelloData, names_game=False)
'''


@pytest.fixture
def hello(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One file more among the verbs."""
    (tmp_path / "hello.py").write_text(HELLO)
    monkeypatch.setattr(sim.verbs, "__path__", [*sim.verbs.__path__, str(tmp_path)])
    yield
    sys.modules.pop("sim.verbs.hello", None)
    function_of.cache_clear()


class Answering(Progress):
    """Somebody who answers."""

    def ask(self, question: str, answers: Any) -> str:
        assert question == "whom"
        return str(answers[-1])


@pytest.mark.usefixtures("hello")
def test_a_verb_needs_one_file(typed: Fatecast, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "hello" in typed("--help").stdout
    told = typed("hello", "-h").stdout
    assert "Ask whom to greet, and greet." in told
    assert "--times NUMBER  How often.  [default: 1; x>=1]" in told
    assert "fatecast hello --times 2" in told
    assert '"said"' in typed("schema", "hello").stdout
    hello = fatecast.hello  # type: ignore[attr-defined]
    assert str(signature(hello)).startswith("(*, times: int = 1, progress: bool = False, lang: str | None = None)")
    assert "    times: How often." in hello.__doc__
    assert "def hello(" in stub()
    assert "nobody is here to answer" in typed("hello").stderr
    with pytest.raises(BadInput, match="whom: nobody is here to answer; expected one of world, moon"):
        hello()
    monkeypatch.setattr(Terminal, "ask", Answering.ask)
    assert typed("hello", "--times", "2").stdout == "hello moon hello moon\n"
    assert typed("hello", "--json").stdout == '{\n  "said": "hello moon"\n}\n'


def test_a_field_appears_everywhere_by_one_line(typed: Fatecast, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = make_dataclass(
        "CompareRequest",
        [("shade", Annotated[str | None, Says("The colour of the answer.")], field(default=None))],
        bases=(compare.CompareRequest,),
        frozen=True,
        kw_only=True,
    )
    planted.__doc__ = compare.CompareRequest.__doc__
    monkeypatch.setattr(compare, "VERB", replace(compare.VERB, request=planted))
    function_of.cache_clear()
    assert "--shade TEXT" in typed("compare", "-h").stdout
    assert "The colour of the answer." in typed("compare", "--game", "pig", "-h").stdout
    assert "shade" in signature(fatecast.compare).parameters
    assert "    shade: The colour of the answer." in (fatecast.compare.__doc__ or "")
    assert "    shade: str | None = ..." in stub()
    assert "| `--shade` | The colour of the answer. |" in flags_page()
    asked = json.loads(typed("schema", "compare", "--request").stdout)["properties"]
    assert asked["shade"] == {"description": "The colour of the answer.", "type": "string"}
    assert asked["games"]["type"] == "integer"
    monkeypatch.undo()
    function_of.cache_clear()
    assert "shade" not in stub()


def test_the_stub_is_as_the_requests_say() -> None:
    assert (ROOT / FILE).read_text(encoding="utf-8") == stub(), "make stubs"
    assert (ROOT / PAGE).read_text(encoding="utf-8") == flags_page(), "make stubs"


@pytest.mark.parametrize("verb", all_verbs(), ids=lambda verb: verb.name)
def test_every_field_has_a_help_that_is_a_sentence(verb: Verb[Any]) -> None:
    assert verb.help.endswith(".")
    for each in declared(verb.request):
        assert each.says.help.endswith("."), each.name


class Stopping(Progress):
    """Somebody who has seen enough, after so many looks."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def is_cancelled(self) -> bool:
        self.looks -= 1
        return self.looks < 0


def test_a_run_can_be_cancelled_and_goes_on(tmp_path: Path) -> None:
    asked = sim.api.functions.request_of(
        "run", {"game": "dice", "games": 500}, out=tmp_path / "run", block=50, executor="inline"
    )
    verb = verb_of("run")
    with pytest.raises(Interrupted, match=r"^cancelled; finished blocks are kept, continue with: fatecast resume"):
        verb.run(asked, Stopping(3))
    kept = len([*(tmp_path / "run" / "blocks").iterdir()])
    assert 0 < kept < 10
    whole: Any = verb.run(asked, Progress())
    assert whole.manifest["complete"]
    assert (
        whole.digest == fatecast.run({"game": "dice", "games": 500}, out=tmp_path / "other", executor="inline").digest
    )


def test_a_comparison_can_be_cancelled() -> None:
    asked = sim.api.functions.request_of("compare", "goal 15", "goal 16", game="dice", games=9000, executor="inline")
    with pytest.raises(Cancelled):
        verb_of("compare").run(asked, Stopping(1))


def test_the_command_line_speaks_only_if_asked() -> None:
    quiet = Terminal(Voice(as_data=True, quiet=False), has_steps=False)
    quiet.tell("nothing of this is printed")
    assert import_module("sim.cli.shown").RESULTS
