"""Where the numbers of a report come from, in words and as data."""

from shlex import quote

from engine.game.cell import Json
from engine.game.outcomes import Share
from engine.game.protocol import OnlyDeclared, OnlyRead
from engine.game.registry import call_names
from engine.language.current import DEFAULT, counted, language, said, said_as, word
from sim.display.outcome_format import OutcomeFormat
from sim.play.block_plan import fewest_games
from sim.report.shared.run_data import RunData
from sim.text.axis_words import axis_word
from sim.text.clauses import clauses
from sim.text.number_format import bare, ends, whole

OWN_GAME = "own game"
"""What the manifest of a run calls the file of a game of one's own."""


def stop_rule(data: RunData) -> str:
    """When a cell stops, in words."""
    until = data.experiment.settings.until
    if until is None:
        return counted(data.experiment.until.max_games, "every cell plays one game", "every cell plays {count} games")
    outcome = data.experiment.watched_outcome
    fewest = fewest_games(until.half_width, outcome)
    is_share = isinstance(outcome, Share)
    reach = said("{points} points", points=bare(until.half_width, 2)) if is_share else None
    plays = said(
        "every cell plays until the 95 % interval of its {outcome} is at most ±{reach}, checked every {every} games",
        outcome=word(outcome.phrase),
        reach=reach or OutcomeFormat(outcome).amount(until.half_width),
        every=whole(until.every),
    )
    if 0 < fewest < until.max_games:
        most = said("at least {least} and at most {most} games", least=whole(fewest), most=whole(until.max_games))
    else:
        most = said("at most {most} games", most=whole(until.max_games))
    return clauses(plays, most)


def facts(data: RunData) -> list[tuple[str, str]]:
    """What one needs to know to trust the run, and to play it again."""
    manifest, settings = data.run.manifest, data.experiment.settings
    commit = manifest["commit"]
    game, counts = manifest["game"], manifest["counts"]
    packages = ", ".join(f"{name} {version}" for name, version in manifest["packages"].items())
    found = [
        (said("experiment"), f"{settings.name} ({manifest['experiment_hash'][:16]})"),
        (said("seed"), str(data.seed)),
        (
            said("games"),
            said(
                "{games} in {cells}",
                games=whole(counts["games"]),
                cells=counted(counts["cells"], "one cell", "{count} cells"),
            ),
        ),
        (said("stop rule"), stop_rule(data)),
        (said("digest of all games"), manifest["digest"]),
        (
            said("rules"),
            said(
                "{game}, rule version {rules}, columns {columns}",
                game=game["name"],
                rules=game["rules"],
                columns=game["columns"],
            ),
        ),
        (said("engine sources"), manifest["source"]),
        ("fatecast", ", ".join(filter(None, (manifest["tool"], _commit(commit))))),
        (
            said("played"),
            ", ".join(
                [ends(manifest["begun"], manifest["finished"]), f"Python {manifest['platform']['python']}", packages]
            ),
        ),
    ]
    for kind, parts in manifest["parts"].items():
        for name, part in parts.items():
            if kind == OWN_GAME:
                found.append((_of_own_game(name), str(part)))
                continue
            found.append(part_fact(kind, name, part))
    return found


def _of_own_game(key: str) -> str:
    """What is known of the file of a game of one's own."""
    return said("own game {key}", key=_key_word(key))


def part_fact(kind: str, name: str, part: object) -> tuple[str, str]:
    """What the manifest says of a content, of a policy from outside, or of the program that played."""
    is_named = kind.endswith("s")
    called = axis_word("policy" if kind == "policies" else kind.removesuffix("s")) if is_named else _key_word(kind)
    head = said("{kind} {name}", kind=called, name=name if is_named else _key_word(name))
    if not isinstance(part, dict):
        return head, str(part)
    return head, ", ".join(
        said("{key} {value}", key=_key_word(key), value=_value_word(value)) for key, value in part.items()
    )


def _key_word(key: str) -> str:
    """What a key of the manifest is called where a person reads it."""
    words = {
        "name": said_as("of a game", "name"),
        "version": said_as("of a game", "version"),
        "digest": said_as("of a part", "digest"),
        "rules": said_as("of a part", "rules"),
        "standin": said_as("of a part", "standin"),
        "artifacts": said_as("of a part", "artifacts"),
        "cards": said_as("of a part", "cards"),
        "plays": said_as("of a part", "plays"),
        "command": said_as("of a part", "command"),
        "program": said_as("of a part", "program"),
        "game": said_as("of a part", "game"),
        "exploitability": said_as("of a part", "exploitability"),
    }
    return words.get(key, key)


def _value_word(value: object) -> str:
    """The same for a value that is no number and no hash."""
    words = {
        "True": said_as("of a part", "True"),
        "False": said_as("of a part", "False"),
        "plain Python": said_as("of a part", "plain Python"),
        "compiled": said_as("of a part", "compiled"),
    }
    return words.get(str(value), str(value))


def _commit(commit: Json | None) -> str:
    """Which commit of the sources played the games, if that is known."""
    if not commit:
        return ""
    if commit["dirty"]:
        return said("commit {commit} with changes", commit=commit["id"][:12])
    return said("commit {commit}", commit=commit["id"][:12])


def commands(data: RunData) -> list[str]:
    """The commands that make the same page again, from nothing but the experiment of the run. Of older rules, only the
    version that played them does."""
    tool = data.run.manifest["tool"]
    only_read = isinstance(data.game, OnlyRead)
    older = [said("# with fatecast {version}: these rules are only read here", version=tool)] if only_read else []
    detail = "" if data.has_rows else " --detail cells"
    run = f"fatecast run {quote(f'{data.place}/experiment.json')}{detail} --out again{call_names().flags}"
    return [*older, run, f"fatecast report again{call_names().flags}"]


def made_by(data: RunData) -> Json:
    """How the call named a game of one's own, whether the page tells nothing but what the run keeps, and the language
    of the page, if that is not English."""
    flags = call_names().flags
    spoken = {} if language() == DEFAULT else {"lang": language()}
    return {
        **({"named": flags} if flags else {}),
        **({"kept": True} if isinstance(data.game, OnlyDeclared) else {}),
        **spoken,
    }


def made_from(data: RunData) -> Json:
    """How a report names the run it was made from."""
    manifest = data.run.manifest
    return {
        "run": data.name,
        "place": data.place,
        "digest": manifest["digest"],
        "experiment_hash": manifest["experiment_hash"],
    }
