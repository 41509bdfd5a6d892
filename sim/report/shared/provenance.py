"""Where the numbers of a report come from, in words and as data."""

from shlex import quote

from engine.game.cell import Json
from engine.game.outcomes import Share
from engine.game.protocol import OnlyDeclared, OnlyRead
from engine.game.registry import call_names
from sim.display.outcome_format import OutcomeFormat
from sim.play.block_plan import fewest_games
from sim.report.shared.run_data import RunData
from sim.text.number_format import bare, counted, whole


def stop_rule(data: RunData) -> str:
    """When a cell stops, in words."""
    until = data.experiment.settings.until
    if until is None:
        return f"every cell plays {counted(data.experiment.until.max_games, 'game')}"
    outcome = data.experiment.watched_outcome
    fewest = fewest_games(until.half_width, outcome)
    least = f"at least {whole(fewest)} and " if 0 < fewest < until.max_games else ""
    is_share = isinstance(outcome, Share)
    reach = f"{bare(until.half_width, 2)} points" if is_share else OutcomeFormat(outcome).amount(until.half_width)
    return (
        f"every cell plays until the 95 % interval of its {outcome.phrase} is at most ±{reach}, "
        f"checked every {whole(until.every)} games; {least}at most {whole(until.max_games)} games"
    )


def facts(data: RunData) -> list[tuple[str, str]]:
    """What one needs to know to trust the run, and to play it again."""
    manifest, settings = data.run.manifest, data.experiment.settings
    commit = manifest["commit"]
    changed = " with changes" if commit and commit["dirty"] else ""
    game, counts = manifest["game"], manifest["counts"]
    packages = ", ".join(f"{name} {version}" for name, version in manifest["packages"].items())
    found = [
        ("experiment", f"{settings.name} ({manifest['experiment_hash'][:16]})"),
        ("seed", str(data.seed)),
        ("games", f"{whole(counts['games'])} in {counted(counts['cells'], 'cell')}"),
        ("stop rule", stop_rule(data)),
        ("digest of all games", manifest["digest"]),
        ("rules", f"{game['name']}, rule version {game['rules']}, columns {game['columns']}"),
        ("engine sources", manifest["source"]),
        ("fatecast", manifest["tool"] + (f", commit {commit['id'][:12]}{changed}" if commit else "")),
        (
            "played",
            f"{manifest['begun']} to {manifest['finished']}, Python {manifest['platform']['python']}, {packages}",
        ),
    ]
    for kind, parts in manifest["parts"].items():
        for name, part in parts.items():
            words = ", ".join(f"{key} {value}" for key, value in part.items()) if isinstance(part, dict) else str(part)
            found.append((f"{kind.removesuffix('s')} {name}", words))
    return found


def commands(data: RunData) -> list[str]:
    """The commands that make the same page again, from nothing but the experiment of the run. Of older rules, only the
    version that played them does."""
    tool = data.run.manifest["tool"]
    older = [f"# with fatecast {tool}: these rules are only read here"] if isinstance(data.game, OnlyRead) else []
    detail = "" if data.has_rows else " --detail cells"
    run = f"fatecast run {quote(f'{data.place}/experiment.json')}{detail} --out again{call_names().flags}"
    return [*older, run, f"fatecast report again{call_names().flags}"]


def made_by(data: RunData) -> Json:
    """How the call named a game of one's own, and whether the page tells nothing but what the run keeps."""
    flags = call_names().flags
    return {**({"named": flags} if flags else {}), **({"kept": True} if isinstance(data.game, OnlyDeclared) else {})}


def made_from(data: RunData) -> Json:
    """How a report names the run it was made from."""
    manifest = data.run.manifest
    return {
        "run": data.name,
        "place": data.place,
        "digest": manifest["digest"],
        "experiment_hash": manifest["experiment_hash"],
    }
