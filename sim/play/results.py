"""The files that follow from the sums."""

from engine.errors import BadData
from engine.game.cell import Json
from sim.errors import Stopped
from sim.experiment.experiment import Effective
from sim.play.block_plan import Plan
from sim.runs.atomic_files import readable
from sim.runs.manifest import finish
from sim.runs.store import Store
from sim.runs.summary import summarise, summary_files, total_digest
from sim.runs.tally import Tally


def write_results(store: Store, effective: Effective, plan: Plan, begun: Json) -> None:
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
