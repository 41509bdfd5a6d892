"""Runs that a stranger made up: every checksum is right, and the content is meant to harm.

Each function changes a copy of a small honest run. `HOSTILE_RUNS` has all of them by their names.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from engine.game.cell import Json
from sim.experiment.experiment import resolve
from sim.runs.block import Block, identity
from sim.runs.parquet import Chunk, constant, counting, parquet_file, varint, zigzag
from sim.text.json_text import canonical
from tests.support.runs import BLOCK, SMALL, checksum_of, forge_manifest, forge_record

Forge = Callable[[Path], None]

WIDTHS = {"cell": 2, "game": 8, "won": 1, "turns": 1, "place": 2, "end": 1, "luck": 4, "track": 8}
"""The columns of the rows of the dice race, and their bytes."""
MANY = 100_000_000
LONG_NUMBER = 10**4000
RESULTS = ("summary.json", "histograms.parquet", "faces.parquet", "course.parquet")


def record_of(run: Path) -> Path:
    return run / "blocks" / f"{BLOCK}.json"


def rows_of(run: Path) -> Path:
    return run / "games" / f"{BLOCK}.parquet"


def put_rows(run: Path, raw: bytes) -> None:
    """Replaces the rows of a block, and makes its checksum right."""
    rows_of(run).write_bytes(raw)
    forge_record(record_of(run), lambda data: data.update(rows=checksum_of(rows_of(run))))


def put_result(run: Path, name: str, raw: bytes) -> None:
    """Replaces a file of results, and makes its checksum right."""
    (run / name).write_bytes(raw)
    results = json.loads((run / "manifest.json").read_bytes())["results"]
    forge_manifest(run, results={**results, name: checksum_of(run / name)})


def alike(games: int, first: int = 0, cell: int = 0, is_counting: bool = False) -> bytes:
    """Rows of games that are all alike: a kilobyte for any number of them."""
    chunks: list[Chunk] = [constant(name, width, 1) for name, width in WIDTHS.items()]
    chunks[0] = constant("cell", 2, cell)
    chunks[1] = counting("game", first, games) if is_counting else constant("game", 8, first)
    return b"".join(parquet_file(chunks, games))


def claims(run: Path, games: int, block: int, rows: Callable[[int, int], bytes]) -> None:
    """A run of one cell that claims to have played so many games. `rows` makes the file of the games [first, last)."""
    experiment = resolve({**SMALL, "goals": [20], "games": games}, "hostile")
    sums: Json = json.loads(record_of(run).read_bytes())["tally"]
    for path in [*(run / "blocks").iterdir(), *(run / "games").iterdir()]:
        path.unlink()
    for first in range(0, games, block):
        part = Block(0, first, min(first + block, games))
        count = part.last - part.first
        path = run / "games" / f"{part.name}.parquet"
        path.write_bytes(rows(part.first, part.last))
        tally = {
            **sums,
            "games": count,
            "histograms": {name: [0, count] for name in sums["histograms"]},
            "tables": {"course": {"shape": [16, 2], "at": [], "counts": []}},
        }
        body = {**identity(experiment, part), "rows": checksum_of(path), "tally": tally}
        (run / "blocks" / f"{part.name}.json").write_bytes(canonical(body))
        forge_record_at(run / "blocks" / f"{part.name}.json", body)
    summary = json.loads((run / "summary.json").read_bytes())
    summary["cells"] = [{**summary["cells"][0], "goal": 20, "games": games}]
    (run / "summary.json").write_bytes(json.dumps(summary).encode())
    (run / "experiment.json").write_bytes(json.dumps(experiment.to_json()).encode())
    old = json.loads((run / "manifest.json").read_bytes())
    forge_manifest(
        run,
        experiment=experiment.to_json(),
        experiment_hash=experiment.hash,
        block=block,
        counts={"cells": 1, "games": games, "skipped": 0},
        results={**old["results"], "summary.json": checksum_of(run / "summary.json")},
    )


def forge_record_at(path: Path, body: Json) -> None:
    path.write_bytes(canonical({**body, "checksum": ""}))
    forge_record(path, lambda data: None)


def one_block_of(games: int) -> Forge:
    return lambda run: claims(run, games, games, lambda first, last: alike(last - first, first))


def many_blocks_of(games: int, blocks: int) -> Forge:
    return lambda run: claims(run, games * blocks, games, lambda first, last: alike(last - first, first))


def as_dense_as_ours(games: int, block: int) -> Forge:
    """As many games for each byte as our own files can have."""
    return lambda run: claims(run, games, block, lambda first, last: alike(last - first, first, is_counting=True))


def rows_changed(change: Callable[[bytes], bytes]) -> Forge:
    return lambda run: put_rows(run, change(alike(100, 100, 1)))


def _replaced(raw: bytes, old: bytes, new: bytes) -> bytes:
    assert old in raw
    return _with_footer(raw.replace(old, new))


def _with_footer(raw: bytes) -> bytes:
    """The length of the footer, made right: it begins after the last page."""
    start = raw.rindex(b"\x15\x04\x19")  # version 2, then the list of columns
    body = raw[:-8]
    return body + (len(body) - start).to_bytes(4, "little") + b"PAR1"


def many_row_groups(raw: bytes) -> bytes:
    """The same hundred rows, named ten thousand times by the footer."""
    length = int.from_bytes(raw[-8:-4], "little")
    footer = raw[-8 - length : -8]
    at = footer.index(b"\x19\x1c", 12)  # a list of one group of rows
    group = footer[at + 2 : footer.rindex(b"\x28\x08fatecast")]
    head = footer[:at].replace(zigzag(100), zigzag(1_000_000), 1)
    new = head + b"\x19\xfc" + varint(10_000) + group * 10_000 + b"\x28\x08fatecast\x00"
    return raw[: -8 - length] + new + len(new).to_bytes(4, "little") + b"PAR1"


def table_of(name: str, rows: int) -> Forge:
    """A table of results whose first row is repeated, in a few kilobytes."""

    def forge(run: Path) -> None:
        path, small = run / name, run / "small.parquet"
        one = pl.read_parquet(path).head(1)
        pl.concat([one] * 1000).write_parquet(small)
        pl.scan_parquet([small] * (rows // 1000), glob=False).sink_parquet(path)
        small.unlink()
        put_result(run, name, path.read_bytes())

    return forge


def long_text(run: Path) -> None:
    """A name of a column that unfolds to a gigabyte."""
    rows = pl.read_parquet(run / "histograms.parquet").head(1)
    rows.with_columns(column=pl.lit("a" * 50_000_000)).write_parquet(run / "histograms.parquet", statistics=False)
    put_result(run, "histograms.parquet", (run / "histograms.parquet").read_bytes())


def table_with(name: str, **values: pl.Expr) -> Forge:
    def forge(run: Path) -> None:
        pl.read_parquet(run / name).with_columns(**values).write_parquet(run / name)
        put_result(run, name, (run / name).read_bytes())

    return forge


def tally_with(change: Callable[[Json], None]) -> Forge:
    return lambda run: forge_record(record_of(run), lambda data: change(data["tally"]))


def counted(**values: object) -> Forge:
    return tally_with(lambda tally: tally.update(values))


def histogram(values: object) -> Forge:
    return tally_with(lambda tally: tally["histograms"].update(won=values))


def manifest_with(**values: object) -> Forge:
    return lambda run: forge_manifest(run, **values)


def played_with(**values: object) -> Forge:
    """Another experiment in the manifest."""
    return lambda run: forge_manifest(run, experiment={**SMALL, "name": "race", **values})


def result_text(name: str, text: bytes) -> Forge:
    return lambda run: put_result(run, name, text)


def file_text(name: str, text: bytes) -> Forge:
    def forge(run: Path) -> None:
        (run / name).write_bytes(text)

    return forge


def cells_changed(change: Callable[[Json], object]) -> Forge:
    """The cells of the summary, changed."""

    def forge(run: Path) -> None:
        summary = json.loads((run / "summary.json").read_bytes())
        for cell in summary["cells"]:
            change(cell)
        put_result(run, "summary.json", json.dumps(summary).encode())

    return forge


def skips_everything(run: Path) -> None:
    """Blocks of ten million games that were all skipped, and a few that were played: no file of rows tells."""
    claims(run, 400_000_000, 10_000_000, lambda first, last: alike(1, first))
    for path in (run / "blocks").iterdir():
        forge_record(path, _skipped)
    forge_manifest(run, counts={"cells": 1, "games": 40, "skipped": 400_000_000 - 40})


def _skipped(data: Json) -> None:
    tally = data["tally"]
    tally.update(games=1, skipped=9_999_999, first_skipped=[1, "\x1b[2J" * 100])
    tally["histograms"] = {name: [0, 1] for name in tally["histograms"]}


def far_away(run: Path) -> None:
    """A block whose first game is a trillion games away."""
    new = Block(1, 999_999_999_800, 999_999_999_900)
    record_of(run).rename(run / "blocks" / f"{new.name}.json")
    rows_of(run).rename(run / "games" / f"{new.name}.parquet")
    path = run / "blocks" / f"{new.name}.json"
    rows = run / "games" / f"{new.name}.parquet"
    rows.write_bytes(alike(100, new.first, 1))

    def moved(data: Json) -> None:
        data.update(first=new.first, last=new.last, rows=checksum_of(rows))

    forge_record(path, moved)


def twice(run: Path) -> None:
    """The same games a second time, in place of others."""
    put_rows(run, (run / "games" / "00001-000000000000-000000000100.parquet").read_bytes())


SMALL_VALUES = b"[" + b"[]," * 10_000_000 + b"[]]"
"""Thirty megabytes that would take two gigabytes in memory."""

HOSTILE_RUNS: Mapping[str, Forge] = {
    # Rows that take a kilobyte and claim gigabytes.
    "a block of 100 million games": one_block_of(MANY),
    "a block of 10 million games": one_block_of(10_000_000),
    "blocks of 10 million games": many_blocks_of(10_000_000, 100),
    "blocks of a million games": many_blocks_of(1_000_000, 100),
    "as dense as ours": as_dense_as_ours(9_900_000, 9_900_000),
    "as dense as ours, many": as_dense_as_ours(20_000_000, 1_000_000),
    "rows: more in the pages": rows_changed(lambda raw: raw.replace(zigzag(100), zigzag(MANY), 1)),
    "rows: more in the footer": rows_changed(
        lambda raw: _with_footer(raw[:-60] + raw[-60:].replace(zigzag(100), zigzag(MANY)))
    ),
    "rows: 10,000 groups of the same": rows_changed(many_row_groups),
    "rows: none": rows_changed(lambda raw: alike(0)),
    "rows: one": rows_changed(lambda raw: alike(1, 100, 1)),
    "rows: of another cell": rows_changed(lambda raw: alike(100, 100, 0)),
    "rows: of other games": rows_changed(lambda raw: alike(100, 700, 1, is_counting=True)),
    "rows: all of one game": rows_changed(lambda raw: alike(100, 100, 1)),
    "rows: of nobody": rows_changed(lambda raw: alike(100, 100, 1, is_counting=True)),
    "rows: of the first games": twice,
    "rows: half a file": rows_changed(lambda raw: raw[: len(raw) // 2]),
    "rows: an endless footer": rows_changed(lambda raw: raw[:-8] + b"\xff\xff\xff\x7fPAR1"),
    "rows: a footer of lists": rows_changed(
        lambda raw: b"PAR1" + b"\x19\xfc" * 999 + (1998).to_bytes(4, "little") + b"PAR1"
    ),
    "rows: a footer of structs": rows_changed(
        lambda raw: b"PAR1" + b"\x1c" * 9999 + (9999).to_bytes(4, "little") + b"PAR1"
    ),
    "rows: impossible values": lambda run: put_rows(run, b"".join(parquet_file(_with_255(), 100))),
    "a block far away": far_away,
    "games that were all skipped": skips_everything,
    # Tables of results.
    "histograms: two million rows": table_of("histograms.parquet", 2_000_000),
    "course: two million rows": table_of("course.parquet", 2_000_000),
    "faces: two million rows": table_of("faces.parquet", 2_000_000),
    "histograms: a long text": long_text,
    "histograms: another cell": table_with("histograms.parquet", cell=pl.lit(65_535, pl.UInt16)),
    "histograms: huge values": table_with("histograms.parquet", value=pl.lit((1 << 32) - 1, pl.UInt32)),
    "histograms: huge counts": table_with("histograms.parquet", games=pl.lit((1 << 64) - 1, pl.UInt64)),
    "histograms: other columns": table_with("histograms.parquet", column=pl.lit("\x1b[2J\n")),
    "course: another turn": table_with("course.parquet", turn=pl.lit(255, pl.UInt8)),
    "course: negative": table_with("course.parquet", games=pl.lit(-1, pl.Int64)),
    "faces: other names": table_with("faces.parquet", face=pl.lit("<script>")),
    "faces: huge": table_with("faces.parquet", rolled=pl.lit((1 << 63) - 1, pl.Int64)),
    # Records of blocks.
    "tally: more games": counted(games=10**18),
    "tally: fewer games": counted(games=-1),
    "tally: half a game": counted(games=99.5),
    "tally: a long number": counted(games=LONG_NUMBER),
    "tally: another digest": counted(digest="f" * 16),
    "tally: a long digest": counted(digest="f" * 100_000),
    "tally: everybody won": histogram([0, 100]),
    "tally: 255 winners": histogram([0] * 255 + [100]),
    "tally: a long histogram": histogram([0] * 400_000 + [100]),
    "tally: a negative histogram": histogram([200, -100]),
    "tally: a deep histogram": histogram([[[100]]]),
    "tally: texts in a histogram": histogram(["100"]),
    "tally: long numbers": tally_with(lambda tally: tally["sums"].update(luck=LONG_NUMBER)),
    "tally: long products": tally_with(lambda tally: tally["products"].update({"luck*luck": LONG_NUMBER})),
    "tally: other sums": tally_with(lambda tally: tally["sums"].update(nothing=1)),
    "tally: other pieces": counted(pieces=[[1, 2]] * 40_000),
    "tally: ragged pieces": counted(pieces=[[1], [2, 3]]),
    "tally: a huge table": counted(tables={"course": {"shape": [10**9, 10**9], "at": [], "counts": []}}),
    "tally: outside of a table": counted(tables={"course": {"shape": [16, 2], "at": [10**9], "counts": [1]}}),
    "tally: other notable games": counted(notable={"longest": [1, 10**15]}),
    "tally: notable in vain": counted(notable={"\x1b[2J": [1, 1]}),
    "tally: skipped": counted(skipped=100, games=0),
    "record: small values": file_text(f"blocks/{BLOCK}.json", SMALL_VALUES),
    # The manifest.
    "manifest: small values": file_text("manifest.json", SMALL_VALUES),
    "manifest: a huge block": manifest_with(block=10**9),
    "manifest: no block": manifest_with(block=0),
    "manifest: more games": manifest_with(counts={"cells": 2, "games": 10**18, "skipped": 0}),
    "manifest: fewer cells": manifest_with(counts={"cells": 1, "games": 400, "skipped": 0}),
    "manifest: another seed": manifest_with(seed=10**30),
    "manifest: another digest": manifest_with(digest="0" * 16),
    "manifest: other results": manifest_with(results={"../../canary/keep.txt": "0" * 64}),
    "manifest: a screen of notes": manifest_with(notes=["\x1b[2J\n" * 1000] * 20),
    "manifest: a trillion games": played_with(games=10**12),
    "manifest: all cells": played_with(dice=list(range(2, 16)), goals=list(range(1, 4600))),
    "manifest: too many cells": played_with(dice=[6] * 300, goals=list(range(300))),
    "manifest: another game": played_with(game="pig"),
    "manifest: a game of nobody": played_with(game="no_such_game"),
    "manifest: a game in a file": played_with(game="./evil.py"),
    "manifest: a program": played_with(game="cmd:touch canary/harm"),
    "manifest: a vast game": played_with(game="openspiel:hex(board_size=20000)"),
    "manifest: a game from a file": played_with(game="openspiel:efg_game(filename=canary/keep.txt)"),
    "manifest: not complete": manifest_with(complete=False),
    "manifest: of schema 1": manifest_with(schema=1),
    "manifest: of schema 2": manifest_with(schema=2),
    # The summary.
    "summary: small values": result_text("summary.json", SMALL_VALUES),
    "summary: not a number": cells_changed(lambda cell: cell.update(win_rate=float("nan"))),
    "summary: without end": cells_changed(lambda cell: cell.update(mean_turns=float("inf"))),
    "summary: a long number": cells_changed(lambda cell: cell.update(games=LONG_NUMBER)),
    "summary: other outcomes": cells_changed(lambda cell: cell["outcomes"].clear()),
    "summary: hostile ids": cells_changed(lambda cell: _hostile_ids(cell)),
    "summary: better": cells_changed(lambda cell: cell["outcomes"]["win rate"].update(value=0.99, low=0.98, high=1.0)),
    "summary: of nobody": result_text("summary.json", b"{}"),
    "experiment: another": file_text("experiment.json", b'{"game": "dice", "games": 7}'),
    "experiment: small values": file_text("experiment.json", SMALL_VALUES),
}


def _hostile_ids(cell: Any) -> None:
    cell["notable"] = {"longest": {"game": 1, "id": "$(touch canary/harm)\x1b[2J<script>"}}


def _with_255() -> list[Chunk]:
    """A hundred games, each of which has 255 winners, as far as its row says."""
    chunks = [constant(name, width, 255) for name, width in WIDTHS.items()]
    chunks[0], chunks[1] = constant("cell", 2, 1), counting("game", 100, 100)
    return chunks
