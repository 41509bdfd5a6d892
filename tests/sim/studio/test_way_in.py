"""The token opens the door once, nobody else can read it, and it stands in no log."""

import os
import stat
import webbrowser
from pathlib import Path

import pytest

from sim.studio.doors.session import Session
from sim.studio.doors.way_in import WayIn
from sim.studio.server import serve
from sim.studio.studio import NoJobs, Studio
from tests.support.studio import Lines, Probe, Served, served


@pytest.fixture
def fresh(folder: Path, probe: Probe) -> Served:
    """A studio that nobody has entered."""
    return Served(folder, Lines())


def test_the_file_leads_in_and_is_gone_then(fresh: Served) -> None:
    file = fresh.opened.way_in.file
    try:
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        assert file.stat().st_uid == os.getuid()
        text = file.read_text()
        assert text.count(f"http://{fresh.host}/enter#{fresh.token}") == 2
        assert fresh.ask("GET", "/enter", cookie=False, headers={"Sec-Fetch-Site": "cross-site"}).status == 200
        assert file.exists(), "to look at the page is not to enter"
        fresh.enter()
        assert not file.parent.exists()
        assert fresh.ask("GET", "/probe").status == 200
    finally:
        fresh.close()


def test_the_cookie_is_for_this_server_alone(fresh: Served) -> None:
    try:
        answer = fresh.ask("POST", "/enter", {"token": fresh.token}, cookie=False)
    finally:
        fresh.close()
    cookie, *rules = answer.by_name["set-cookie"].split("; ")
    assert cookie.startswith(f"fatecast-{fresh.port}=")
    assert len(cookie.partition("=")[2]) >= 43
    assert fresh.token not in cookie
    assert {*rules} == {"HttpOnly", "SameSite=Strict", "Path=/"}


def test_a_token_is_valid_once(studio: Served) -> None:
    studio.lines()
    again = studio.ask("POST", "/enter", {"token": studio.token}, cookie=False)
    assert (again.status, "set-cookie" in again.by_name) == (403, False)
    assert studio.lines() == ["studio: refused POST /enter: the token is wrong, or was used"]


@pytest.mark.parametrize("token", ["wrong", "", None, 7, ["a"], "x" * 100, "é"])
def test_a_wrong_token_is_refused(token: object, studio: Served, folder: Path, probe: Probe) -> None:
    studio.lines()
    answer = studio.ask("POST", "/enter", {"token": token}, cookie=False)
    assert (answer.status, "set-cookie" in answer.by_name) == (403, False)
    [line] = studio.lines()
    assert line == "studio: refused POST /enter: the token is wrong, or was used"


def test_a_wrong_token_does_not_spend_the_right_one() -> None:
    session = Session(8000)
    assert session.spend("wrong") is None
    assert session.spend("") is None
    token = session.token
    assert session.spend(token) is not None
    assert session.spend(token) is None
    assert session.spend("") is None
    assert session.token == ""


def test_two_studios_have_two_cookies(folder: Path, probe: Probe) -> None:
    with served(folder) as one, served(folder) as other:
        assert one.cookie.partition("=")[0] != other.cookie.partition("=")[0]
        both = {"Cookie": f"{one.cookie}; {other.cookie}"}
        assert (one.ask("GET", "/probe", headers=both).status, other.ask("GET", "/probe", headers=both).status) == (
            200,
            200,
        )
        swapped = other.cookie.replace(str(other.port), str(one.port))
        assert one.ask("GET", "/probe", headers={"Cookie": swapped}).status == 403


def test_a_file_that_somebody_has_prepared_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    way_in = WayIn()
    (tmp_path / "trap").write_text("")
    way_in.file.symlink_to(tmp_path / "trap")
    with pytest.raises(FileExistsError):
        way_in.write("http://127.0.0.1:1/enter", "secret")
    assert (tmp_path / "trap").read_text() == ""
    way_in.remove()
    assert [each.name for each in tmp_path.iterdir()] == ["trap"]


def test_the_file_lies_where_every_browser_may_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is installed as a snap reads neither the temporary folder nor what is hidden in the home folder."""
    monkeypatch.setenv("HOME", str(tmp_path))
    way_in = WayIn()
    inside = way_in.file.relative_to(tmp_path)
    assert len(inside.parts) == 2
    assert not any(part.startswith(".") for part in inside.parts)
    assert stat.S_IMODE(way_in.file.parent.stat().st_mode) == 0o700
    way_in.remove()
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("home", ["nothing", "file"])
def test_without_a_home_that_can_be_written(home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / home))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    way_in = WayIn()
    way_in.write("http://127.0.0.1:1/enter", "secret")
    assert way_in.file.parent.parent == tmp_path / "tmp"
    way_in.remove()
    assert [*(tmp_path / "tmp").iterdir()] == []


@pytest.mark.parametrize("opens", [True, False])
def test_the_file_is_always_named_and_the_token_never(
    opens: bool, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    addresses: list[str] = []
    files: list[str] = []

    def tell(line: object) -> None:
        said.append(str(line))
        files.extend(each.read_text() for each in tmp_path.rglob("*.html"))

    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(webbrowser, "open", addresses.append)
    serve(Studio(folder, "pig", "pig", (), NoJobs()), opens_browser=opens, tell=tell, is_cancelled=lambda: True)
    token = files[0].partition("#")[2].partition('"')[0]
    [file] = [line.partition("your browser: ")[2] for line in said if "your browser: " in line]
    assert Path(file).parent.parent == tmp_path
    assert addresses == ([Path(file).as_uri()] if opens else [])
    assert len(token) > 40
    assert not any(token in text for text in (*said, *addresses))
    assert [*tmp_path.iterdir()] == [], "nothing is left at the end"
