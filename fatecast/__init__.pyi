"""Written by `make stubs` from the requests of the verbs; a change here is lost."""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Literal

from engine.errors import BadData as BadData
from engine.errors import BadInput as BadInput
from engine.errors import BrokenRule as BrokenRule
from engine.errors import FatecastError as FatecastError
from engine.errors import NotComparable as NotComparable
from sim.errors import Cancelled as Cancelled
from sim.errors import HungUp as HungUp
from sim.errors import Inconclusive as Inconclusive
from sim.errors import Interrupted as Interrupted
from sim.errors import SearchInterrupted as SearchInterrupted
from sim.errors import Stopped as Stopped
from sim.errors import Terminated as Terminated
from sim.verbs.ablate import Ablated as Ablated
from sim.verbs.baseline_accept import AcceptedBaseline as AcceptedBaseline
from sim.verbs.check import Checked as Checked
from sim.verbs.compare import Compared as Compared
from sim.verbs.find import FoundGames as FoundGames
from sim.verbs.games import Games as Games
from sim.verbs.gate import Gated as Gated
from sim.verbs.ladder import Ladder as Ladder
from sim.verbs.new import Begun as Begun
from sim.verbs.piece import Piece as Piece
from sim.verbs.pieces import Pieces as Pieces
from sim.verbs.pieces_pull import SheetPulled as SheetPulled
from sim.verbs.pieces_push import SheetPushed as SheetPushed
from sim.verbs.plan import Planned as Planned
from sim.verbs.policies import Policies as Policies
from sim.verbs.policies_check import CheckedPolicy as CheckedPolicy
from sim.verbs.replay import Replayed as Replayed
from sim.verbs.report import Report as Report
from sim.verbs.request.choices import HasPath
from sim.verbs.request.finished_run import Run as Run
from sim.verbs.request.finished_run import load_run as load_run
from sim.verbs.schema import Schema as Schema
from sim.verbs.studio import ClosedStudio as ClosedStudio
from sim.verbs.sweep import Swept as Swept
from sim.verbs.train import Trained as Trained
from sim.verbs.trust import Trusted as Trusted
from sim.verbs.try_change import Tried as Tried
from sim.verbs.tune import Tuned as Tuned
from sim.verbs.verify import Verified as Verified
from sim.verbs.watch import Watched as Watched

__all__ = [
    "Ablated",
    "AcceptedBaseline",
    "BadData",
    "BadInput",
    "Begun",
    "BrokenRule",
    "Cancelled",
    "Checked",
    "CheckedPolicy",
    "ClosedStudio",
    "Compared",
    "FatecastError",
    "FoundGames",
    "Games",
    "Gated",
    "HungUp",
    "Inconclusive",
    "Interrupted",
    "Ladder",
    "NotComparable",
    "Piece",
    "Pieces",
    "Planned",
    "Policies",
    "Replayed",
    "Report",
    "Run",
    "Schema",
    "SearchInterrupted",
    "SheetPulled",
    "SheetPushed",
    "Stopped",
    "Swept",
    "Terminated",
    "Trained",
    "Tried",
    "Trusted",
    "Tuned",
    "Verified",
    "Watched",
    "ablate",
    "baseline_accept",
    "card",
    "check",
    "compare",
    "find",
    "games",
    "gate",
    "init",
    "ladder",
    "load_run",
    "new",
    "piece",
    "pieces",
    "pieces_pull",
    "pieces_push",
    "plan",
    "policies",
    "policies_check",
    "replay",
    "report",
    "resume",
    "run",
    "schema",
    "studio",
    "sweep",
    "train",
    "trust",
    "try_change",
    "tune",
    "verify",
    "watch",
]

def ablate(
    *,
    kind: str | Iterable[str] | None = ...,
    pieces: str | Iterable[str] | None = ...,
    game: str | Path | None = ...,
    policy: str | Path | Iterable[str | Path] | None = ...,
    table: str | Iterable[str] | None = ...,
    focus: str | Path | Iterable[str | Path] | None = ...,
    field: str | Path | Iterable[str | Path] | None = ...,
    option: Mapping[str, object] = ...,
    seed: int | None = ...,
    experiment: str | Path | None = ...,
    games: int = ...,
    outcome: str | None = ...,
    out: str | Path | None = ...,
    workers: int | None = ...,
    executor: str | Executor = ...,
    scheduler: str | None = ...,
    patience: float = ...,
    progress: bool = ...,
    lang: str | None = ...,
    **axes: object,
) -> Ablated:
    """Measure what each piece of the game does: the game without it, on the same luck as with it.

    Arguments:
        kind: Kinds of change to try (--list-kinds); by default the first.
        pieces: Only changes of these pieces; repeatable.
        game: The game, if the experiment does not name it.
        policy: Policy with parameters, or a file of your own (./mine.py); repeatable.
        table: Players of different policies, one per seat, with commas; repeatable.
        focus: One seat plays this policy, drawn for each game; repeatable.
        field: The other seats play this policy; repeatable: a grid with --focus.
        option: An option of the game, NAME=VALUE; repeatable.
        seed: The random seed: the same seed gives the same games.
        experiment: The experiment to play; by default tuning.
        games: Games in each cell, with and without.
        outcome: What to measure, by name; by default the first outcome.
        out: The folder for tables and figures; by default one under reports/.
        workers: Worker processes; by default one for each core.
        executor: inline, processes or dask.
        scheduler: Address of a Dask scheduler; without one, a local cluster is started.
        patience: Stop when some games take longer than this many seconds without an answer.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def baseline_accept(
    name: str = ...,
    *,
    experiment: str | Path | None = ...,
    game: str | Path | None = ...,
    policy: str | Path | Iterable[str | Path] | None = ...,
    table: str | Iterable[str] | None = ...,
    focus: str | Path | Iterable[str | Path] | None = ...,
    field: str | Path | Iterable[str | Path] | None = ...,
    option: Mapping[str, object] = ...,
    games: int = ...,
    outcome: str | Iterable[str] | None = ...,
    margin: str | Iterable[str] | None = ...,
    group_margin: str | Iterable[str] | None = ...,
    groups: bool | None = ...,
    workers: int | None = ...,
    progress: bool = ...,
    lang: str | None = ...,
    **axes: object,
) -> AcceptedBaseline:
    """Accept the game as it is now: play it with a new seed and store what the gate needs. Flags for who plays and what
    is played override the experiment, and belong to the baseline from now on.

    Arguments:
        name: A baseline, by name or file.
        experiment: The experiment to compare from now on, by name or file.
        game: The game, if the experiment does not name it.
        policy: Policy with parameters, or a file of your own (./mine.py); repeatable.
        table: Players of different policies, one per seat, with commas; repeatable.
        focus: One seat plays this policy, drawn for each game; repeatable.
        field: The other seats play this policy; repeatable: a grid with --focus.
        option: An option of the game, NAME=VALUE; repeatable.
        games: Games of each cell whose results are stored.
        outcome: What to check from now on, by name, or all; a new baseline checks the first, of your own game all.
        Repeatable.
        margin: How far a cell may move if no intent names it, in points or the unit of a mean. With several outcomes:
        'NAME: NUMBER', repeatable.
        group_margin: How far a cell may move if its group stands in for it; default: three margins.
        groups: Judge cells that differ only in size together, too.
        workers: Worker processes; by default one for each core.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def card(
    name: str,
    *,
    game: str | Path | None = ...,
    out: str | Path | None = ...,
    content: str | Path | None = ...,
    progress: bool = ...,
    lang: str | None = ...,
    **axes: object,
) -> Piece:
    """Describe one piece before any game: when it can be used, what that tells, what it has in common with others.

    Arguments:
        name: A piece, by id or title.
        game: The game.
        out: Also draw it into this file: .svg, .png or .pdf.
        content: The content, by name or file; by default the usual one.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def check(
    what: str | Path | Iterable[str | Path] | None = ...,
    *,
    game: str | Path | None = ...,
    patience: float = ...,
    progress: bool = ...,
    lang: str | None = ...,
) -> Checked:
    """Check content files, presets and experiments without playing. Or check a game: play a few hundred games and ask
    whether they are what the laboratory relies on.

    Arguments:
        what: Files of a game; experiments, by file or name. Or games: a name, your own file or folder, cmd:….
        game: The game, if the experiment does not name it.
        patience: Seconds that a game may take without an answer.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def compare(
    before: str | Path | HasPath,
    after: str | Path | HasPath,
    *,
    game: str | Path | None = ...,
    policy: str | Path | Iterable[str | Path] | None = ...,
    table: str | Iterable[str] | None = ...,
    focus: str | Path | Iterable[str | Path] | None = ...,
    field: str | Path | Iterable[str | Path] | None = ...,
    option: Mapping[str, object] = ...,
    seed: int | None = ...,
    experiment: str | Path | None = ...,
    games: int | None = ...,
    outcome: str | Iterable[str] | None = ...,
    margin: str | Iterable[str] | None = ...,
    risk: float = ...,
    until_decided: bool = ...,
    told: int = ...,
    report: str | Path | None = ...,
    out: str | Path | None = ...,
    page: str | Path | None = ...,
    stored_code: bool = ...,
    workers: int | None = ...,
    executor: str | Executor = ...,
    scheduler: str | None = ...,
    patience: float = ...,
    progress: bool = ...,
    lang: str | None = ...,
    **axes: object,
) -> Compared:
    """Compare two versions, policies or runs on the same luck: what changed, where, how certain that is.

    Arguments:
        before: One of a deck, a layout, a mission, a policy, an experiment, a run.
        after: The other one, of the same kind.
        game: The game, if the experiment does not name it.
        policy: Policy with parameters, or a file of your own (./mine.py); repeatable.
        table: Players of different policies, one per seat, with commas; repeatable.
        focus: One seat plays this policy, drawn for each game; repeatable.
        field: The other seats play this policy; repeatable: a grid with --focus.
        option: An option of the game, NAME=VALUE; repeatable.
        seed: The random seed: the same seed gives the same games.
        experiment: The experiment to play; by default tuning.
        games: Games in each cell, on each side.
        outcome: What to compare, by name, or all; by default the first outcome. Repeatable.
        margin: Smaller differences are ignored: in points, or in the unit of a mean. By default what the game says.
        With several outcomes: 'NAME: NUMBER', repeatable.
        risk: The probability of a false alarm anywhere in the grid, in percent.
        until_decided: Play each cell until it has moved or held, or until --games games are played.
        told: Games to replay on both sides to see at which turn they diverge.
        report: Also write a page about it into this folder.
        out: Also write the result as JSON here.
        page: Also write one page to send to others: the result, the games, and all that `verify` needs to check it.
        stored_code: Run the text of a game of your own that the run or the baseline keeps: code of whoever made that.
        workers: Worker processes; by default one for each core.
        executor: inline, processes or dask.
        scheduler: Address of a Dask scheduler; without one, a local cluster is started.
        patience: Stop when some games take longer than this many seconds without an answer.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def find(
    directory: str | Path | HasPath,
    *,
    piece: str | None = ...,
    won: bool | None = ...,
    lost_by: str | None = ...,
    end: str | None = ...,
    is_: str | Iterable[str] | None = ...,
    not_: str | Iterable[str] | None = ...,
    where: str | Iterable[str] | None = ...,
    min: str | Iterable[str] | None = ...,
    max: str | Iterable[str] | None = ...,
    limit: int = ...,
    look: int = ...,
    game: str | Path | None = ...,
    policy: str | Path | Iterable[str | Path] | None = ...,
    progress: bool = ...,
    lang: str | None = ...,
) -> FoundGames:
    """Find games of a run to replay: by cell, by how they ended, by the piece that decided them.

    Arguments:
        directory: A run directory.
        piece: Games that this piece decided.
        won: Games that were won, or lost.
        lost_by: Games lost this way; the first word is enough.
        end: Games that ended this way; the first word is enough.
        is_: Games that count for this share, such as 'seat 2'; repeatable.
        not_: Games that do not count for it; repeatable.
        where: Cells with this label, axis=value; repeatable.
        min: The smallest value of a column: turns=20.
        max: The largest value of a column: score=3.
        limit: Find this many games.
        look: Replay at most this many games to find them.
        game: The file or folder of your own game, as it is today.
        policy: The file of your own policy that the run was played with.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def games(
    name: str | Path | None = ...,
    *,
    game: str | Path | None = ...,
    progress: bool = ...,
    lang: str | None = ...,
) -> Games:
    """List all games: what kind they are, how many play, what is real and what is a stand-in. Or describe one.

    Arguments:
        name: A game, to see its axes, options and outcomes; or openspiel, to list those.
        game: The same.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def gate(
    baseline: str | Path | Iterable[str | Path] | None = ...,
    *,
    intent: str | Path | None = ...,
    games: int | None = ...,
    minutes: float | None = ...,
    risk: float = ...,
    outcome: str | Iterable[str] | None = ...,
    junit: str | Path | None = ...,
    json_file: str | Path | None = ...,
    game: str | Path | None = ...,
    before: str | Path | None = ...,
    policy: str | Path | Iterable[str | Path] | None = ...,
    stored_code: bool = ...,
    workers: int | None = ...,
    executor: str | Executor = ...,
    scheduler: str | None = ...,
    patience: float = ...,
    progress: bool = ...,
    lang: str | None = ...,
) -> Gated:
    """Check that each game keeps to its baselines, or changes as intended: pass (0), fail (3), inconclusive (4), not
    comparable (5).

    Arguments:
        baseline: A baseline, by name or file; by default all of them.
        intent: What is meant to change; default: baselines/intent.txt.
        games: The most games to play in a cell; default: 262,144.
        minutes: Instead: as many games as fit in these minutes, all games together, of your own game at most 65,536;
        prints the number.
        risk: The probability of a false alarm anywhere, in all games together, in percent.
        outcome: What to check, by name, or all; by default what the baselines say. Repeatable.
        junit: Write JUnit XML to this file.
        json_file: Write the same JSON to this file.
        game: Check the baselines of this game only; of your own, its path.
        before: With --game PATH: the game's file or cmd:… as it was when the baseline was accepted.
        policy: The file of your own policy that the run was played with.
        stored_code: Run the text of a game of your own that the run or the baseline keeps: code of whoever made that.
        workers: Worker processes; by default one for each core.
        executor: inline, processes or dask.
        scheduler: Address of a Dask scheduler; without one, a local cluster is started.
        patience: Stop when some games take longer than this many seconds without an answer.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def init(
    folder: str | Path = ...,
    *,
    game: str | Path | None = ...,
    wheel: str | Path | None = ...,
    baseline: bool = ...,
    progress: bool = ...,
    lang: str | None = ...,
) -> Begun:
    """Begin a repository that holds only the content of a game: write configs that extend the shipped ones, a baseline,
    an example of an intent, and a workflow that runs check and gate with a pinned fatecast. Nothing is overwritten, a
    baseline that was accepted neither.

    Arguments:
        folder: The folder of a repository.
        game: The game.
        wheel: Install this wheel in CI, a file in the repository; by default fatecast from where yours came.
        baseline: Also play the game as it is now, for the gate.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def ladder(
    *,
    policy: str | Path | Iterable[str | Path] | None = ...,
    search: bool = ...,
    game: str | Path | None = ...,
    option: Mapping[str, object] = ...,
    games: int = ...,
    seed: int | None = ...,
    workers: int | None = ...,
    executor: str | Executor = ...,
    scheduler: str | None = ...,
    patience: float = ...,
    progress: bool = ...,
    lang: str | None = ...,
    **axes: object,
) -> Ladder:
    """Measure how much there is to learn: random play, the game's policies and what was trained, against each other.

    Arguments:
        policy: A rung beside random, with parameters, in place of all policies of the game; repeatable.
        search: Also search over the strongest of them, in 16, 64 and 256 worlds.
        game: The game.
        option: An option of the game, NAME=VALUE; repeatable.
        games: Games in each cell; a search plays an eighth of them.
        seed: The random seed: the same seed gives the same games.
        workers: Worker processes; by default one for each core.
        executor: inline, processes or dask.
        scheduler: Address of a Dask scheduler; without one, a local cluster is started.
        patience: Stop when some games take longer than this many seconds without an answer.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def new(
    folder: str | Path,
    *,
    from_: str = ...,
    progress: bool = ...,
    lang: str | None = ...,
) -> Begun:
    """Begin a game of your own: write a folder with a small game that runs as it stands, policies, experiments, a
    test.

    Arguments:
        folder: The name of the game: a folder that is not there yet.
        from_: The game that it begins as: pirates (the smallest), trick (tricks, partners), draft (a blind choice),
        auction (bids), cards (a table of cards), push (push your luck), coop (all against the game), pig (an exact
        policy).
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def piece(
    name: str,
    *,
    game: str | Path | None = ...,
    out: str | Path | None = ...,
    content: str | Path | None = ...,
    progress: bool = ...,
    lang: str | None = ...,
    **axes: object,
) -> Piece:
    """Describe one piece before any game: when it can be used, what that tells, what it has in common with others.

    Arguments:
        name: A piece, by id or title.
        game: The game.
        out: Also draw it into this file: .svg, .png or .pdf.
        content: The content, by name or file; by default the usual one.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def pieces(
    *,
    game: str | Path | None = ...,
    content: str | Path | None = ...,
    progress: bool = ...,
    lang: str | None = ...,
    **axes: object,
) -> Pieces:
    """List the pieces of a game, in words.

    Arguments:
        game: The game.
        content: The content, by name or file; by default the usual one.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def pieces_pull(
    sheet: str | Path,
    *,
    columns: str | Path | None = ...,
    to: str | Path | None = ...,
    whole: bool = ...,
    game: str | Path | None = ...,
    content: str | Path | None = ...,
    progress: bool = ...,
    lang: str | None = ...,
    **axes: object,
) -> SheetPulled:
    """Read a spreadsheet of pieces, CSV, TSV or xlsx, and write what it changes into a file of the game.

    Arguments:
        sheet: The spreadsheet.
        columns: A TOML file that says which column is which field.
        to: The file to write; by default the game's own, or one beside the sheet.
        whole: The sheet has all pieces: take out those that have no row.
        game: The game.
        content: The content, by name or file; by default the usual one.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def pieces_push(
    sheet: str | Path,
    *,
    from_: str | Path | None = ...,
    game: str | Path | None = ...,
    content: str | Path | None = ...,
    progress: bool = ...,
    lang: str | None = ...,
    **axes: object,
) -> SheetPushed:
    """Write numbers that changed since the pull back into their cells of a CSV or TSV file. No other byte of it
    changes.

    Arguments:
        sheet: The spreadsheet that was pulled.
        from_: The file that it was pulled into; by default the game's own, or one beside the sheet.
        game: The game.
        content: The content, by name or file; by default the usual one.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def plan(
    *,
    half_width: str | None = ...,
    detect: str | None = ...,
    outcome: str | None = ...,
    win_rate: str = ...,
    spread: float | None = ...,
    power: str = ...,
    paired_variance: str | None = ...,
    confidence: str = ...,
    experiment: str | Path | None = ...,
    game: str | Path | None = ...,
    policy: str | Path | Iterable[str | Path] | None = ...,
    table: str | Iterable[str] | None = ...,
    focus: str | Path | Iterable[str | Path] | None = ...,
    field: str | Path | Iterable[str | Path] | None = ...,
    option: Mapping[str, object] = ...,
    workers: int | None = ...,
    timed: bool = ...,
    progress: bool = ...,
    lang: str | None = ...,
    **axes: object,
) -> Planned:
    """Compute how many games a question needs, for each cell and for the grid, and about how long they take here.

    Arguments:
        half_width: Know the outcome to ± this much: 0.5%, or 0.1 in the unit of a mean.
        detect: Detect a difference this small: 1pp, or 0.1 in the unit of a mean.
        outcome: The outcome, by name; by default the first one.
        win_rate: The expected share, if it is one; 50% needs the most games.
        spread: The standard deviation of a game, if it is a mean; by default it is measured.
        power: The probability of detecting the difference.
        paired_variance: The share of the variance that is left when both sides share a seed: 0.3.
        confidence: The confidence of the interval and of the test.
        experiment: The experiment to plan, by name or file.
        game: The game, if the experiment does not name it.
        policy: Policy with parameters, or a file of your own (./mine.py); repeatable.
        table: Players of different policies, one per seat, with commas; repeatable.
        focus: One seat plays this policy, drawn for each game; repeatable.
        field: The other seats play this policy; repeatable: a grid with --focus.
        option: An option of the game, NAME=VALUE; repeatable.
        workers: Worker processes; by default one for each core.
        timed: Play some games to estimate the time.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def policies(
    *,
    game: str | Path | None = ...,
    progress: bool = ...,
    lang: str | None = ...,
) -> Policies:
    """List the policies and their parameters.

    Arguments:
        game: The game.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def policies_check(
    policy: str | Path,
    *,
    game: str | Path | None = ...,
    seed: int = ...,
    progress: bool = ...,
    lang: str | None = ...,
) -> CheckedPolicy:
    """Test a policy: legal moves, no hidden information, the same games again, speed.

    Arguments:
        policy: A file of your own (./mine.py), or a name; with parameters.
        game: The game.
        seed: Play games of this seed, such as that of a run.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def replay(
    what: str | Path | HasPath,
    cell: str | int | None = ...,
    index: str | int | None = ...,
    *,
    game: str | Path | None = ...,
    turn: int = ...,
    as_seat: int | None = ...,
    policy: str | Path | Iterable[str | Path] | None = ...,
    stored_code: bool = ...,
    progress: bool = ...,
    lang: str | None = ...,
) -> Replayed:
    """Show one game, turn by turn.

    Arguments:
        what: A game id, or a run directory.
        cell: In a run: the cell, by name or number.
        index: In a run: the index of the game.
        game: The game.
        turn: Begin at this turn.
        as_seat: Tell it as this seat knows it, counted from 1.
        policy: The file of your own policy that the run was played with.
        stored_code: Run the text of a game of your own that the run or the baseline keeps: code of whoever made that.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def report(
    runs: str | Path | HasPath | Iterable[str | Path | HasPath],
    *,
    out: str | Path | None = ...,
    title: str | None = ...,
    with_: str | Path | Iterable[str | Path] | None = ...,
    dossier: bool = ...,
    game: str | Path | None = ...,
    policy: str | Path | Iterable[str | Path] | None = ...,
    progress: bool = ...,
    lang: str | None = ...,
) -> Report:
    """Make the report of a finished run: how hard a game is, who wins or what it yields, and how certain that is.

    Arguments:
        runs: Run directories; several are compared side by side.
        out: The report directory; by default one under reports, named after the run.
        title: A title for the page, in place of the name of the game.
        with_: What ablate, tune or ladder printed with --json about this game; repeatable.
        dossier: Also two sheets for a publisher, dossier.html beside the page.
        game: The file or folder of your own game, as it is today.
        policy: The file of your own policy that the run was played with.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def resume(
    directory: str | Path | HasPath,
    *,
    workers: int | None = ...,
    executor: str | Executor = ...,
    scheduler: str | None = ...,
    patience: float = ...,
    game: str | Path | None = ...,
    policy: str | Path | Iterable[str | Path] | None = ...,
    stored_code: bool = ...,
    progress: bool = ...,
    lang: str | None = ...,
) -> Run:
    """Continue an interrupted run, and play damaged blocks again.

    Arguments:
        directory: A run directory.
        workers: Worker processes; by default one for each core.
        executor: inline, processes or dask.
        scheduler: Address of a Dask scheduler; without one, a local cluster is started.
        patience: Stop when some games take longer than this many seconds without an answer.
        game: The file or folder of your own game, as it is today.
        policy: The file of your own policy that the run was played with.
        stored_code: Run the text of a game of your own that the run or the baseline keeps: code of whoever made that.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def run(
    experiment: str | Path | Mapping[str, object] | None = ...,
    *,
    on: str | Path | None = ...,
    game: str | Path | None = ...,
    policy: str | Path | Iterable[str | Path] | None = ...,
    table: str | Iterable[str] | None = ...,
    focus: str | Path | Iterable[str | Path] | None = ...,
    field: str | Path | Iterable[str | Path] | None = ...,
    option: Mapping[str, object] = ...,
    seed: int | None = ...,
    games: int | float | str | None = ...,
    on_error: str | None = ...,
    workers: int | None = ...,
    executor: str | Executor = ...,
    scheduler: str | None = ...,
    patience: float = ...,
    detail: Literal["games", "cells"] | None = ...,
    block: int | None = ...,
    out: str | Path | None = ...,
    report: bool = ...,
    code: Sequence[str | Path] = ...,
    progress: bool = ...,
    lang: str | None = ...,
    **axes: object,
) -> Run:
    """Play an experiment: a file, flags, or a file with flags that override it.

    Arguments:
        experiment: An experiment, by name or file.
        on: The same.
        game: The game, if the experiment does not name it.
        policy: Policy with parameters, or a file of your own (./mine.py); repeatable.
        table: Players of different policies, one per seat, with commas; repeatable.
        focus: One seat plays this policy, drawn for each game; repeatable.
        field: The other seats play this policy; repeatable: a grid with --focus.
        option: An option of the game, NAME=VALUE; repeatable.
        seed: The random seed: the same seed gives the same games.
        games: Games in each cell.
        on_error: stop: end the run when a game fails; skip: leave it out and count it.
        workers: Worker processes; by default one for each core.
        executor: inline, processes or dask.
        scheduler: Address of a Dask scheduler; without one, a local cluster is started.
        patience: Stop when some games take longer than this many seconds without an answer.
        detail: games: keep a row for each game; cells: keep only sums.
        block: Games in a block, which one worker plays at a time.
        out: The run directory; by default one under reports/runs.
        report: Also make the report and print where its page is.
        code: Files of policies of your own that `policies` then names by their stems.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def schema(
    verb: str | Iterable[str] | None,
    *,
    request: bool = ...,
    progress: bool = ...,
    lang: str | None = ...,
) -> Schema:
    """Print the JSON Schema of what a verb prints with --json, for other programs.

    Arguments:
        verb: A verb; of two words, both.
        request: The schema of what can be asked of the verb, in place of what it prints.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def studio(
    folder: str | Path = ...,
    *,
    game: str | Path | None = ...,
    policy: str | Path | Iterable[str | Path] | None = ...,
    port: int | None = ...,
    browser: bool = ...,
    progress: bool = ...,
    lang: str | None = ...,
) -> ClosedStudio:
    """Open a folder in the browser: change a number or a rule, and see at once what that does. The server listens on
    this machine only; Ctrl-C ends it.

    Arguments:
        folder: The folder to work in.
        game: The game; by default the one that fatecast.toml names in the folder.
        policy: The file of your own policy (./mine.py), to play with; repeatable.
        port: The port; by default a free one.
        browser: Open the browser, or only say how to.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def sweep(
    settings: str | Iterable[str] | None = ...,
    *,
    game: str | Path | None = ...,
    policy: str | Path | Iterable[str | Path] | None = ...,
    table: str | Iterable[str] | None = ...,
    focus: str | Path | Iterable[str | Path] | None = ...,
    field: str | Path | Iterable[str | Path] | None = ...,
    option: Mapping[str, object] = ...,
    seed: int | None = ...,
    experiment: str | Path | None = ...,
    games: int = ...,
    outcome: str | None = ...,
    yes: bool = ...,
    out: str | Path | None = ...,
    workers: int | None = ...,
    executor: str | Executor = ...,
    scheduler: str | None = ...,
    patience: float = ...,
    progress: bool = ...,
    lang: str | None = ...,
    **axes: object,
) -> Swept:
    """Play a grid of variants on the same luck: how an outcome changes with the settings.

    Arguments:
        settings: A field and its values, path=2..5; repeatable: all combinations are played.
        game: The game, if the experiment does not name it.
        policy: Policy with parameters, or a file of your own (./mine.py); repeatable.
        table: Players of different policies, one per seat, with commas; repeatable.
        focus: One seat plays this policy, drawn for each game; repeatable.
        field: The other seats play this policy; repeatable: a grid with --focus.
        option: An option of the game, NAME=VALUE; repeatable.
        seed: The random seed: the same seed gives the same games.
        experiment: The experiment to play; by default tuning.
        games: Games in each cell of each variant.
        outcome: What to measure, by name; by default the first outcome.
        yes: Play even a very large number of variants.
        out: The folder for tables and figures; by default one under reports/.
        workers: Worker processes; by default one for each core.
        executor: inline, processes or dask.
        scheduler: Address of a Dask scheduler; without one, a local cluster is started.
        patience: Stop when some games take longer than this many seconds without an answer.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def train(
    *,
    policy: str | None = ...,
    games: int | None = ...,
    minutes: float = ...,
    seed: int = ...,
    out: str | Path = ...,
    game: str | Path | None = ...,
    workers: int | None = ...,
    executor: str | Executor = ...,
    scheduler: str | None = ...,
    patience: float = ...,
    content: str | Path | None = ...,
    size: str | Path | None = ...,
    progress: bool = ...,
    lang: str | None = ...,
    **axes: object,
) -> Trained:
    """Train a policy: play, learn from it, play again, until it no longer improves. `trained` learns any game from
    random play; some games have a learner of their own.

    Arguments:
        policy: The policy to train; by default the game's own learner, else `trained`.
        games: Games of a round, of the first for `trained`; by default 40,000, or as many as take half a minute.
        minutes: Of `trained`: no new round begins after so many minutes.
        seed: The random seed of the games to learn from.
        out: The config folder; the file goes to its GAME/policies.
        game: The game.
        workers: Worker processes; by default one for each core.
        executor: inline, processes or dask.
        scheduler: Address of a Dask scheduler; without one, a local cluster is started.
        patience: Stop when some games take longer than this many seconds without an answer.
        content: The content, by name or file; by default the usual one.
        size: How many play: 2,4 or 2-5; by default all numbers that can.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def trust(
    folder: str | Path = ...,
    *,
    forget: bool = ...,
    progress: bool = ...,
    lang: str | None = ...,
) -> Trusted:
    """Let the game run that fatecast.toml names in a folder. A game is code: read it first. It is asked again when
    fatecast.toml names another file.

    Arguments:
        folder: The folder with the fatecast.toml.
        forget: Instead: forget every game that you have named in this folder.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def try_change(
    changes: str | Iterable[str] | Mapping[str, object] = ...,
    *,
    game: str | Path | None = ...,
    policy: str | Path | Iterable[str | Path] | None = ...,
    table: str | Iterable[str] | None = ...,
    focus: str | Path | Iterable[str | Path] | None = ...,
    field: str | Path | Iterable[str | Path] | None = ...,
    option: Mapping[str, object] = ...,
    seed: int | None = ...,
    experiment: str | Path | None = ...,
    pin: str | Iterable[str] | Mapping[str, object] = ...,
    games: int | None = ...,
    outcome: str | Iterable[str] | None = ...,
    margin: str | Iterable[str] | None = ...,
    out: str | Path | None = ...,
    page: str | Path | None = ...,
    workers: int | None = ...,
    executor: str | Executor = ...,
    scheduler: str | None = ...,
    patience: float = ...,
    progress: bool = ...,
    lang: str | None = ...,
    **axes: object,
) -> Tried:
    """Change something and see its effect in seconds: what moved most, in words, no files.

    Arguments:
        changes: Fields and their new values; or a whole version, by the name of its file.
        game: The game, if the experiment does not name it.
        policy: Policy with parameters, or a file of your own (./mine.py); repeatable.
        table: Players of different policies, one per seat, with commas; repeatable.
        focus: One seat plays this policy, drawn for each game; repeatable.
        field: The other seats play this policy; repeatable: a grid with --focus.
        option: An option of the game, NAME=VALUE; repeatable.
        seed: The random seed: the same seed gives the same games.
        experiment: The experiment to play; by default tuning.
        pin: A field that both sides have changed already; repeatable.
        games: Games in each cell, on each side.
        outcome: What to compare, by name, or all; by default the first outcome. Repeatable.
        margin: Smaller differences are ignored: in points, or in the unit of a mean. By default what the game says.
        With several outcomes: 'NAME: NUMBER', repeatable.
        out: Also write the result as JSON here.
        page: Also write one page to send to others: the result, the games, and all that `verify` needs to check it.
        workers: Worker processes; by default one for each core.
        executor: inline, processes or dask.
        scheduler: Address of a Dask scheduler; without one, a local cluster is started.
        patience: Stop when some games take longer than this many seconds without an answer.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def tune(
    goal: str | Iterable[str],
    vary: str | Iterable[str],
    *,
    reach: int = ...,
    fields: int = ...,
    game: str | Path | None = ...,
    policy: str | Path | Iterable[str | Path] | None = ...,
    table: str | Iterable[str] | None = ...,
    focus: str | Path | Iterable[str | Path] | None = ...,
    field: str | Path | Iterable[str | Path] | None = ...,
    option: Mapping[str, object] = ...,
    seed: int | None = ...,
    experiment: str | Path | None = ...,
    games: int = ...,
    out: str | Path | None = ...,
    workers: int | None = ...,
    executor: str | Executor = ...,
    scheduler: str | None = ...,
    patience: float = ...,
    progress: bool = ...,
    lang: str | None = ...,
    **axes: object,
) -> Tuned:
    """Search for the smallest change of the game that reaches the given outcomes, and write it as a file.

    Arguments:
        goal: The outcomes to reach: 'doom 2: 80 ± 2 %; doom 6: 43 ± 2 %'; or changes: 'doom 2: 1 to 3 points harder;
        else within 0.5'. Repeatable.
        vary: What may change: a pattern of paths, or path=2..5; repeatable.
        reach: By how many steps a number that matches a pattern may change.
        fields: How many fields may change.
        game: The game, if the experiment does not name it.
        policy: Policy with parameters, or a file of your own (./mine.py); repeatable.
        table: Players of different policies, one per seat, with commas; repeatable.
        focus: One seat plays this policy, drawn for each game; repeatable.
        field: The other seats play this policy; repeatable: a grid with --focus.
        option: An option of the game, NAME=VALUE; repeatable.
        seed: The random seed: the same seed gives the same games.
        experiment: The experiment to play; by default tuning.
        games: The most games to play in each cell of each candidate.
        out: The file to write.
        workers: Worker processes; by default one for each core.
        executor: inline, processes or dask.
        scheduler: Address of a Dask scheduler; without one, a local cluster is started.
        patience: Stop when some games take longer than this many seconds without an answer.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def verify(
    directory: str | Path | HasPath,
    *,
    sample: int = ...,
    seconds: float = ...,
    game: str | Path | None = ...,
    before: str | Path | None = ...,
    policy: str | Path | Iterable[str | Path] | None = ...,
    stored_code: bool = ...,
    report: str | Path | None = ...,
    with_: str | Path | Iterable[str | Path] | None = ...,
    progress: bool = ...,
    lang: str | None = ...,
) -> Verified:
    """Read a run again, or a page that `--page` wrote; recompute its digest and every number, and replay a sample of
    its games.

    Arguments:
        directory: A run directory, or a page.
        sample: Play games again until this many were played.
        seconds: Begin no more games after this many seconds.
        game: The file or folder of your own game, as it is today.
        before: Of a page that compares two texts of your own game: the file of the other one.
        policy: The file of your own policy that the run was played with.
        stored_code: Run the text of a game of your own that the run or the baseline keeps: code of whoever made that.
        report: Also recompute every number of this report of the run.
        with_: What the report was made with, if it was; repeatable.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """

def watch(
    *,
    game: str | Path | None = ...,
    policy: str | Path | Iterable[str | Path] | None = ...,
    table: str | Iterable[str] | None = ...,
    focus: str | Path | Iterable[str | Path] | None = ...,
    field: str | Path | Iterable[str | Path] | None = ...,
    option: Mapping[str, object] = ...,
    seed: int | None = ...,
    experiment: str | Path | None = ...,
    games: int = ...,
    saves: int | None = ...,
    patience: float = ...,
    progress: bool = ...,
    lang: str | None = ...,
    **axes: object,
) -> Watched:
    """Watch the file of your own game, and its cards: at each save, play it against the text before on the same luck,
    and say what changed and what moved. Ctrl-C ends it.

    Arguments:
        game: The game, if the experiment does not name it.
        policy: Policy with parameters, or a file of your own (./mine.py); repeatable.
        table: Players of different policies, one per seat, with commas; repeatable.
        focus: One seat plays this policy, drawn for each game; repeatable.
        field: The other seats play this policy; repeatable: a grid with --focus.
        option: An option of the game, NAME=VALUE; repeatable.
        seed: The random seed: the same seed gives the same games.
        experiment: The experiment to play; by default tuning.
        games: The most games in each cell; a slow game plays fewer.
        saves: End after this many saves.
        patience: Seconds that a game may take without an answer.
        progress: Show how far it is, and warnings.
        lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.
    """
