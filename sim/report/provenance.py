"""Where the numbers of a report come from, in words and as data."""

from engine.game.cell import Json
from sim.display.number_format import bare
from sim.experiment.experiment import ResolvedExperiment
from sim.report.run_data import Material


def stop_rule(effective: ResolvedExperiment) -> str:
    """When cells stopped, in words."""
    until = effective.settings.until
    if until is None:
        return f"every cell plays {effective.until.max_games:,} games"
    return (
        f"every cell plays until the 95 % interval of its win rate reaches no further than {bare(until.half_width, 2)} "
        f"points to either side, looked at every {until.every:,} games, but at most {until.max_games:,} games"
    )


def facts(material: Material) -> list[tuple[str, str]]:
    """What one needs to know to play it again, and to trust it."""
    manifest, settings = material.run.manifest, material.experiment.settings
    commit = manifest["commit"]
    changed = " with changes" if commit and commit["dirty"] else ""
    game, counts = manifest["game"], manifest["counts"]
    packages = ", ".join(f"{name} {version}" for name, version in manifest["packages"].items())
    found = [
        ("experiment", f"{settings.name} ({manifest['experiment_hash'][:16]})"),
        ("seed", str(material.seed)),
        ("games", f"{counts['games']:,} in {counts['cells']} cells"),
        ("stop rule", stop_rule(material.experiment)),
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


def commands(material: Material) -> list[str]:
    """What to type to get the same page again, from nothing but the run's experiment."""
    name = material.name
    detail = "" if material.has_rows else " --detail cells"
    return [f"fatecast run {name}/experiment.json{detail} --out again", "fatecast report again"]


def made_from(material: Material) -> Json:
    """What a report says of the run it was made from."""
    manifest = material.run.manifest
    return {"run": material.name, "digest": manifest["digest"], "experiment_hash": manifest["experiment_hash"]}
