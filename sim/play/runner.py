"""Plan → blocks → an executor → the run directory."""

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine.errors import BadData, BadInput, FatecastError
from engine.game.cell import Json
from sim.errors import Interrupted, Stopped
from sim.experiment.experiment import Effective
from sim.experiment.json_text import readable
from sim.play.block_plan import Plan
from sim.play.executors import Crew, check_crew, crew
from sim.play.failures import told
from sim.play.hang_watch import Watch
from sim.play.logs import LOGGER, log_file
from sim.play.progress import ProgressBar
from sim.play.worker import Task
from sim.runs.block import Block, PlayedBlock
from sim.runs.manifest import begin, check_versions, finish, source_hash
from sim.runs.store import Damaged, Store
from sim.runs.summary import summarise, summary_files, total_digest
from sim.runs.tally import Tally

BLOCK = 100_000
"""Games in a block: large enough that what the parent does for one is nothing beside playing it."""

PATIENCE = 600.0
"""Seconds that a worker may be at some games of a block without coming back, before the run is given up."""

Detail = Literal["games", "cells"]


@dataclass(frozen=True)
class How:
    """How to play; none of it changes what comes out."""

    executor: str | Executor = "processes"
    workers: int | None = None
    scheduler: str | None = None
    detail: str | None = None
    """`games` keeps a row for every game, `cells` only what they add up to; an old run keeps its own."""
    block: int | None = None
    progress: bool | None = None
    """None: when stderr is a terminal."""
    patience: float = PATIENCE


def play(effective: Effective, path: Path, how: How) -> Store:
    """Play an experiment into a directory, or what is left of it there."""
    store = Store(path)
    _check_how(how)
    _check_same_run(store, effective, how)
    effective.game.prepare(effective.cells, LOGGER.warning)
    for note in effective.game.notes(effective.cells):
        LOGGER.warning(note)
    with crew(how.executor, how.workers, how.scheduler) as hands, store.locked():
        if store.exists():
            _check_same_run(store, effective, how)
        else:
            store.create(begin(effective, how.detail or "games", how.block or BLOCK))
        with log_file(store.log):
            try:
                _play_rest(store, effective, hands, how)
            except KeyboardInterrupt:
                LOGGER.info("interrupted")
                raise Interrupted(path) from None
            except FatecastError as error:
                LOGGER.info("stopped: %s", error, exc_info=error.__cause__)
                raise
    return store


def _check_how(how: How) -> None:
    if how.detail not in (None, "games", "cells"):
        raise BadInput(f"detail: expected 'games' or 'cells', not {how.detail!r}")
    if not how.patience > 0:
        raise BadInput(f"patience: expected more than 0 seconds, not {how.patience:g}")
    if how.block is not None and how.block < 1:
        raise BadInput(f"block: expected at least 1, not {how.block}")
    check_crew(how.executor, how.workers, how.scheduler)


def _check_same_run(store: Store, effective: Effective, how: How) -> None:
    """What was begun in a directory is all that can be continued there."""
    if not store.exists():
        return
    old = store.manifest()
    if old["experiment_hash"] != effective.hash:
        raise BadInput(f"{store.path}: holds another experiment ({old['experiment']['name']}); choose another --out")
    if how.detail not in (None, old["detail"]):
        raise BadInput(f"{store.path}: was begun with --detail {old['detail']}")
    check_versions(store.path, old, effective)


def _play_rest(store: Store, effective: Effective, hands: Crew, how: How) -> None:
    """Play what is not there yet; then write down what it all came to."""
    begun = store.manifest()
    plan = Plan(len(effective.cells), effective.until, begun["block"])
    _load_blocks(store, plan)
    if begun["source"] != source_hash():
        LOGGER.warning("%s: begun by other engine sources of the same rule version", store.path)
    LOGGER.info("%s: %d cells, up to %d games to play", effective.settings.name, len(plan.cells), plan.remaining())
    with hands, ProgressBar(plan, effective.cells, how.progress) as bar:
        watch = Watch(effective, hands, how.patience, store.path)
        for block, played in _play_blocks(plan, effective, hands, watch, begun["detail"] == "games"):
            if plan.add(block, played.tally):
                store.save(block, played)
            bar.moved(block)
    _write_results(store, effective, plan, begun)
    LOGGER.info("done")


def _load_blocks(store: Store, plan: Plan) -> None:
    """Take in the blocks that are there; forget, and say so, those that are not as they were written."""
    store.sweep()
    for block in store.found():
        try:
            tally = store.load(block)
        except Damaged as damaged:
            LOGGER.warning("%s/%s: damaged, its games will be played again", store.path, damaged)
            store.drop(block)
            continue
        if plan.fits(block):
            plan.add(block, tally)
        else:
            store.drop(block)


def _play_blocks(
    plan: Plan, effective: Effective, hands: Crew, watch: Watch, rows: bool
) -> Iterator[tuple[Block, PlayedBlock]]:
    """Keep the workers busy, and hand on what they bring as it comes."""
    blocks = plan.blocks()
    waiting: dict[Future[PlayedBlock], Block] = {}
    while True:
        while len(waiting) < hands.room and (block := next(blocks, None)):
            task = task_for(effective, block, rows)
            with _told(watch.path, task):
                waiting[hands.executor.submit(hands.play, task)] = block
        if not waiting:
            return
        done = wait(waiting, watch.tick, return_when=FIRST_COMPLETED).done
        watch.look(waiting.values(), bool(done))
        for future in [future for future in waiting if future in done]:  # of several mishaps the first is told
            block = waiting.pop(future)
            with _told(watch.path, task_for(effective, block, rows)):
                played = future.result()
            for record in played.records:
                LOGGER.handle(record)
            yield block, played


def task_for(effective: Effective, block: Block, rows: bool) -> Task:
    """A block as a worker needs it."""
    game, cell = effective.game, effective.cells[block.cell]
    where = (effective.address, game.version, game.schema)
    skips = effective.settings.on_error == "skip"
    return Task(*where, cell, block.cell, effective.settings.seed, block.first, block.last, rows, skips)


def _told(path: Path, task: Task) -> AbstractContextManager[None]:
    """Whatever befalls a block is said with how to go on."""
    return told(task.cell, task.first, task.last, lambda what: Stopped(what, path))


def _write_results(store: Store, effective: Effective, plan: Plan, begun: Json) -> None:
    """Drop what was played beyond the stop rule, and write the summary and the tables."""
    for block in store.found():
        if not plan.counts(block):
            store.drop(block)
    tallies = plan.tallies()
    for cell, tally in zip(effective.cells, tallies, strict=True):
        if tally.first_skipped is not None and not tally.games:
            raise Stopped(f"{cell.name}: every game was skipped; the first: {tally.first_skipped[1]}", store.path)
    digest = total_digest(tallies)
    if begun["complete"] and begun["digest"] != digest:
        raise BadData(f"{store.path}: digest {digest} now, {begun['digest']} when it was played; the engine changed")
    files = result_files(effective, tallies)
    if not begun["complete"]:
        files["manifest.json"] = readable(finish(begun, counts_of(tallies), digest))
    for name, data in files.items():
        store.write(name, data)


def counts_of(tallies: list[Tally]) -> Json:
    """How much was played."""
    return {
        "cells": len(tallies),
        "games": sum(tally.games for tally in tallies),
        "skipped": sum(tally.skipped for tally in tallies),
    }


def result_files(effective: Effective, tallies: list[Tally]) -> dict[str, bytes]:
    """Everything that follows from the sums, ready to be written."""
    from sim.runs.tables import cards_table, count_table, histograms_table, parquet_bytes

    return {
        **summary_files(summarise(effective, tallies)),
        "cards.parquet": parquet_bytes(cards_table(effective, tallies)),
        "histograms.parquet": parquet_bytes(histograms_table(effective, tallies)),
        **{f"{table.name}.parquet": parquet_bytes(count_table(table, tallies)) for table in effective.game.tables},
    }
