"""Play an experiment into a run directory: plan blocks, let workers play them, store them, write the results."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path

from engine.errors import BadData, BadInput, FatecastError, message
from engine.game.cell import Cell, Json
from engine.game.protocol import PlaysTwoWays, preparing
from engine.kernel.sources import sources_digest
from engine.language.current import said
from sim.errors import Interrupted, Stopped
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.kept_edition import EDITION, KEY, checksum, edition_in, edition_of
from sim.play.block_plan import BlockPlan, block_size
from sim.play.dispatch import dispatch
from sim.play.executors import WorkerPool, check_workers, started_pool
from sim.play.logs import LOGGER, log_file
from sim.play.options import PlayOptions
from sim.play.progress import RunProgress
from sim.play.worker import Task, play_block
from sim.runs.block import Block, RowsFolder
from sim.runs.manifest import begin, check_versions, finish
from sim.runs.manifest_file import MANIFEST, sealed
from sim.runs.store import EXPERIMENT, Damaged, Store
from sim.runs.summary import summarise, summary_files, total_digest
from sim.runs.tally import Tally
from sim.text.json_text import readable
from sim.text.number_format import whole


def play(experiment: ResolvedExperiment, path: Path, options: PlayOptions) -> Store:
    """Play an experiment into a directory, or the part of it that is not there yet."""
    store = Store(path)
    check_workers(options)
    _check_same_run(store, experiment, options)
    for note in experiment.game.notes(experiment.cells):
        LOGGER.warning(note)
    with _preparing(experiment, options) as is_ready, started_pool(options) as workers, store.locked():
        if store.exists():
            _check_same_run(store, experiment, options)
        else:
            is_slow = isinstance(experiment.game, PlaysTwoWays)
            block = options.block or block_size(experiment.until.max_games, is_slow)
            kept = edition_of(experiment, LOGGER.warning)
            edition = None if kept is None else readable(kept)
            store.create(begin(experiment, options.detail or "games", block, edition), edition)
        with log_file(store.log):
            try:
                _play_rest(store, experiment, workers, options, is_ready)
            except KeyboardInterrupt as interrupt:
                LOGGER.info("interrupted")
                raise Interrupted(path, interrupt) from None
            except FatecastError as error:
                LOGGER.info("stopped: %s", error, exc_info=error.__cause__)
                raise
    return store


def _preparing(experiment: ResolvedExperiment, options: PlayOptions) -> AbstractContextManager[Callable[[Cell], bool]]:
    """Compile what the cells need: while others are played, if workers are processes of this machine, which find the
    code on disk. Code from outside is compiled first, for it may fail. The last cells are compiled first: policies are
    listed from simple ones to those that think, and these have the longest games to play."""
    game, cells = experiment.game, experiment.cells
    if options.executor == "processes" and not any(cell.code for cell in cells):
        return preparing(game, cells[::-1], LOGGER.warning)
    game.prepare(cells, LOGGER.warning)
    return nullcontext(lambda cell: True)


def _check_same_run(store: Store, experiment: ResolvedExperiment, options: PlayOptions) -> None:
    """Refuse a directory that holds a run of something else."""
    if not store.exists():
        return
    old = store.manifest()
    if old["game"]["name"] == experiment.game.name:
        check_versions(store.path, old, experiment)
    if old["experiment_hash"] != experiment.hash:
        raise BadInput(
            message("holds another experiment ({value}); choose another --out", value=old["experiment"]["name"]),
            source=store.path,
        )
    if options.detail not in (None, old["detail"]):
        raise BadInput(message("was started with --detail {old}", old=old["detail"]), source=store.path)


def _play_rest(
    store: Store,
    experiment: ResolvedExperiment,
    workers: WorkerPool,
    options: PlayOptions,
    is_ready: Callable[[Cell], bool],
) -> None:
    """Play the blocks that are not there yet, each when its cell is ready, then write the results."""
    begun = store.manifest()
    _mend_edition(store, experiment, begun)
    plan = BlockPlan(len(experiment.cells), experiment.until, begun["block"], experiment.watched_outcome)
    _load_blocks(store, experiment, plan)
    if begun["source"] != sources_digest(experiment.game.name):
        LOGGER.warning(message("{path}: started with other engine sources of the same rule version", path=store.path))
    is_played = plan.remaining() > 0
    LOGGER.info("%s: %d cells, up to %d games to play", experiment.settings.name, len(plan.cells), plan.remaining())
    with ExitStack() as stack:
        rows = stack.enter_context(store.rows_folder()) if begun["detail"] == "games" else None
        stack.enter_context(workers)
        progress = stack.enter_context(RunProgress(plan, experiment.cells, options))
        blocks = plan.blocks(_ready_numbers(experiment.cells, is_ready, options.step_over))
        tasks = _tasks_for(experiment, blocks, rows)
        own_code = any(cell.code for cell in experiment.cells)
        stopped = partial(Stopped, path=store.path, own_code=own_code)
        for task, played in dispatch(tasks, play_block, workers, options.patience, stopped, progress.tick):
            block = Block(task.number, task.first, task.last)
            if plan.add(block, played.tally):
                store.save(experiment, block, played)
            else:
                store.discard(played)
            progress.moved(block)
    _write_results(store, experiment, plan, begun)
    LOGGER.info("done")
    games = whole(total_counts(plan.tallies())["games"])
    options.step_over(
        said("playing {games} games", games=games) if is_played else said("reading {games} games", games=games)
    )


def _mend_edition(store: Store, experiment: ResolvedExperiment, begun: Json) -> None:
    """Write the file again that keeps the text of the game, if it is damaged or lost and this is that very text."""
    if begun.get(KEY) is None:
        return
    try:
        edition_in(store.path, begun)
    except BadData:
        kept = edition_of(experiment, LOGGER.info)
        if kept is not None and checksum(data := readable(kept)) == begun[KEY]:
            store.write(EDITION, data)


def _ready_numbers(
    cells: Sequence[Cell], is_ready: Callable[[Cell], bool], step_over: Callable[[str], None]
) -> Callable[[int], bool]:
    """Whether a cell is ready, by its number. If some are not ready at first, a step is over as soon as all are."""
    waiting = [cell for cell in cells if not is_ready(cell)]

    def is_ready_by_now(number: int) -> bool:
        if waiting:
            waiting[:] = [cell for cell in waiting if not is_ready(cell)]
            if not waiting:
                step_over(said("compiling, and playing what is compiled"))
        return is_ready(cells[number])

    return is_ready_by_now


def _tasks_for(
    experiment: ResolvedExperiment, blocks: Iterable[Block | None], rows: RowsFolder | None
) -> Iterator[Task | None]:
    """The tasks of playing these blocks. While workers play the last of them, this process loads Polars, which writes
    the results."""
    for block in blocks:
        yield block and task_for(experiment, block, rows)
    import sim.runs.tables  # noqa: F401


def _load_blocks(store: Store, experiment: ResolvedExperiment, plan: BlockPlan) -> None:
    """Load the blocks that are there; delete damaged ones, with a warning."""
    store.sweep()
    for block in store.found():
        if not plan.fits(block):
            store.drop(block)
            continue
        try:
            plan.add(block, store.load(experiment, block))
        except Damaged as damaged:
            LOGGER.warning(message("{path}: damaged, its games will be played again", path=f"{store.path}/{damaged}"))
            store.drop(block)


def task_for(experiment: ResolvedExperiment, block: Block, rows: RowsFolder | None = None) -> Task:
    """The task of playing a block."""
    game, cell = experiment.game, experiment.cells[block.cell]
    where = (experiment.address, game.version, game.schema)
    skips = experiment.settings.on_error == "skip"
    return Task(*where, cell, block.cell, experiment.settings.seed, block.first, block.last, rows, skips)


def _write_results(store: Store, experiment: ResolvedExperiment, plan: BlockPlan, begun: Json) -> None:
    """Delete blocks beyond the stop, wait for the disk, and write the summary and the tables."""
    for block in store.found():
        if not plan.counts(block):
            store.drop(block)
    store.settle()
    tallies = plan.tallies()
    for cell, tally in zip(experiment.cells, tallies, strict=True):
        if tally.first_skipped is not None and not tally.games:
            said = message(
                "{cell}: every game was skipped; the first: {first}", cell=cell.name, first=tally.first_skipped[1]
            )
            raise Stopped(said, store.path)
    digest = total_digest(tallies)
    if begun["complete"] and begun["digest"] != digest:
        raise BadData(
            message(
                "digest {digest} now, {begun} when it was played; the engine changed",
                digest=digest,
                begun=begun["digest"],
            ),
            source=store.path,
        )
    results = {
        name: _write_result(store, name, data, begun.get("results", {}).get(name))
        for name, data in result_files(experiment, tallies).items()
    }
    store.write(EXPERIMENT, readable(begun["experiment"]))
    store.write(MANIFEST, readable(sealed(finish(begun, total_counts(tallies), digest, results))))


def _write_result(store: Store, name: str, data: bytes, recorded: str | None) -> str:
    """Write a file of results and return its checksum. A file that is as recorded and says the same stays as it is:
    another version of Polars would write it in other bytes."""
    from sim.runs.tables import same_table

    if recorded is not None and name.endswith(".parquet"):
        with suppress(BadData):
            if same_table(store.result(name, {"results": {name: recorded}}), data):
                return recorded
    store.write(name, data)
    return sha256(data).hexdigest()


def total_counts(tallies: list[Tally]) -> Json:
    """How many cells and games there are, and how many games were skipped."""
    return {
        "cells": len(tallies),
        "games": sum(tally.games for tally in tallies),
        "skipped": sum(tally.skipped for tally in tallies),
    }


def result_files(experiment: ResolvedExperiment, tallies: list[Tally], plain_ratios: bool = False) -> dict[str, bytes]:
    """The contents of all files that follow from the sums; with the intervals of ratios before 0.20, if they are
    plain."""
    from sim.runs.tables import count_table, histograms_table, parquet_bytes, pieces_file, pieces_table

    game = experiment.game

    return {
        **summary_files(summarise(experiment, tallies, plain_ratios)),
        **({pieces_file(game): parquet_bytes(pieces_table(experiment, tallies))} if game.pieces else {}),
        "histograms.parquet": parquet_bytes(histograms_table(experiment, tallies)),
        **{f"{table.name}.parquet": parquet_bytes(count_table(table, tallies)) for table in game.tables},
    }
