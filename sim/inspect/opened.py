"""Code that a call names to open something: policies of one's own, other editions of a game, the game of a run."""

from collections.abc import Collection, Iterable
from pathlib import Path

from engine.errors import BadInput, NotComparable, message
from engine.game.cell import Json
from engine.game.optional_parts import editions_of, policies_of
from engine.game.registry import GAMES, STORED_CODE, admit_kept, call_names, how_named, load_game, text_of
from engine.language.current import said
from sim.experiment.experiment import resolve
from sim.experiment.kept_edition import EDITION, KEY, edition_in
from sim.play.logs import LOGGER
from sim.runs.manifest_file import MANIFEST
from sim.runs.store import Store

DIGITS = 8
"""Of a hash, for people."""


def admit(files: Iterable[str] | None, game: str) -> None:
    """Load the files of code that this call names."""
    for file in files or []:
        policies_of(load_game(game)).admit(Path(file))


def admit_before(word: str, game: str | None) -> None:
    """Let in another edition of the game, a file or a program that this call names."""
    if game is None:
        raise BadInput(
            source="--before", expected=message("the other file of a game of your own, which --game names, too")
        )
    editions_of(load_game(game)).admit(word)


def only_about(games: Collection[str]) -> None:
    """What follows is about these games: one that is meant in this folder if nobody names one is none of its matter,
    and no command that is printed names it."""
    names = call_names()
    if names.unsaid and names.unsaid not in games:
        names.games.pop(names.unsaid, None)
        names.unsaid = ""


def open_runs(
    runs: Iterable[Path],
    game: str | None,
    policies: Iterable[str] | None = None,
    *,
    plays: bool = False,
    stored: bool = False,
) -> list[str]:
    """Make sure that --game, if it was given, names the game of these runs, and load the policy files of this call. To
    read a run of a game of one's own, what it keeps is enough. To play its games again (`plays`), the call must name
    the file of the game, or say that the text that the run keeps may be run (`stored`). Returns what to say at the end:
    with which text a run was played that is read."""
    files, notes, manifests = list(policies or []), [], [(run, Store(run).manifest()) for run in runs]
    only_about({str(manifest["experiment"].get("game")) for _, manifest in manifests})
    for run, manifest in manifests:
        played = str(manifest["experiment"].get("game"))
        if game and game != played:
            raise BadInput(message("--game {game}: {run} is a run of {played}", game=game, run=run, played=played))
        is_kept = manifest.get(KEY) is not None and played.isidentifier() and played not in GAMES
        if not is_kept:
            if stored:
                raise BadInput(message("{run} keeps no text of {game}", run=run, game=played), source=STORED_CODE)
        elif plays:
            _open_to_play(run, manifest, played, stored)
        else:
            notes += _which_text(run, manifest, played)
        if plays or how_named(played) is not None or not is_kept:
            admit(files, played)
    return list(dict.fromkeys(notes))


def say(notes: Iterable[str]) -> None:
    """What `open_runs` returned, once all else is done."""
    for note in notes:
        LOGGER.warning("%s", note)


def _open_to_play(run: Path, manifest: Json, game: str, stored: bool) -> None:
    """The game of a run, as the call names it. The text that the run keeps is run only if need be."""
    named = how_named(game) is not None
    try:
        if named:
            resolve(manifest["experiment"], str(run / MANIFEST))
            return
    except NotComparable as error:
        if not stored:
            hint = message("{flag} runs the text that the run keeps", flag=STORED_CODE)
            raise NotComparable(message("{error}", error=error.line), hint=hint) from None
    if not stored:
        raise BadInput(
            message(
                "{game} is a game of your own, and code: --game ./{game} runs the file of today, {flag} the text that "
                "the run keeps, whoever wrote it",
                game=game,
                flag=STORED_CODE,
            ),
            source=run,
        )
    admit_kept(game, edition_in(run, manifest), str(run / EDITION))


def _which_text(run: Path, manifest: Json, game: str) -> list[str]:
    """The text that a run was played with, if it is not the one that the call names."""
    kept = edition_in(run, manifest)
    text = str(kept.get("sha256") if isinstance(kept, dict) else "")
    known = {"run": run, "game": game, "digest": text[:DIGITS]}
    if how_named(game) is None:
        read = said("{run}: read as the run keeps {game} (sha256 {digest}); no code was run", **known)
        return [read]
    if text == text_of(game):
        return []
    try:
        resolve(manifest["experiment"], str(run / MANIFEST))
    except NotComparable:
        named = how_named(game)
        return [
            said("{run}: played by other rules of {game} (sha256 {digest}) than {named} has now", named=named, **known)
        ]
    return [said("{run}: played with an earlier text of {game} (sha256 {digest}); the rules are the same", **known)]
