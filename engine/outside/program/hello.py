"""What a program says about its game, checked: axes, columns, outcomes, parameters."""

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, ValidationError

from engine.content.errors import bad_field, dotted, first_of, told
from engine.content.fields import Between, Description, Id, Switch, Table, Title, expects
from engine.errors import BadInput, message
from engine.game.outcomes import margin_expected
from engine.outside.program.program import PROTOCOL, Program

MOST_VALUE = (1 << 32) - 1
"""Of a column, from its least value on."""
MOST_SEATS = 8
"""Whose wins are counted if nothing else is said."""
MOST_COUNTED = 0xFFFF
"""Up to this, how often each value of a column occurs is counted."""
MOST_AXES, MOST_VALUES, MOST_COLUMNS, MOST_OUTCOMES, MOST_PARAMETERS, MOST_CODES = 8, 1000, 64, 64, 64, 1 << 16

TAKEN = {"name", "game", "seed", "games", "until", "on_error", "options", "program", "cell", "index", "version"}
"""No axis has these names: an experiment has keys of them. Nor has a column: rows have some of them."""

NameOfAxis = Annotated[
    str,
    StringConstraints(max_length=40, pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"),
    expects(message("a word of at most 40 lower-case letters, digits and hyphens")),
]
NameOfColumn = Annotated[
    str,
    StringConstraints(max_length=40, pattern=r"^[a-z][a-z0-9_]*$"),
    expects(message("a word of at most 40 lower-case letters, digits and _")),
]
NameOfValue = Annotated[
    str,
    StringConstraints(max_length=80, pattern=r"^[A-Za-z0-9][A-Za-z0-9_.+-]*$"),
    expects(message("a word of at most 80 letters, digits, _, ., + and -")),
]
Whole = Annotated[int, Between(-(1 << 53), 1 << 53)]
Number = Annotated[int | float, Field(allow_inf_nan=False), expects(message("a number"))]
Positive = Annotated[float, Field(gt=0, allow_inf_nan=False), expects(message("a number above 0"))]
Words = Annotated[list[NameOfValue], Field(min_length=1, max_length=MOST_VALUES), expects(message("a list of words"))]
Values = Annotated[
    list[Whole] | list[NameOfValue],
    Field(min_length=1, max_length=MOST_VALUES),
    expects(message("a list of 1 to {most_values} whole numbers, or of as many words", most_values=MOST_VALUES)),
]


class HelloAxis(Table):
    """Something that cells differ in."""

    name: NameOfAxis
    values: Values
    default: Values | None = None
    """Those that an experiment has if it names none; all, if this is left out."""
    role: Annotated[
        Literal["difficulty", "size", "skill", "content", ""],
        expects(message("difficulty, size, skill, content or nothing")),
    ] = ""
    help: Description = "An axis of the game."

    @property
    def is_numbers(self) -> bool:
        return isinstance(self.values[0], int)


class HelloColumn(Table):
    """One integer of a game's result."""

    name: NameOfColumn
    meaning: Description
    least: Whole = 0
    most: Whole | None = None
    values: Annotated[list[Title], Field(max_length=MOST_CODES), expects(message("a list of texts"))] = []  # noqa: RUF012
    """For a code: what 0, 1, 2, … stand for."""

    @property
    def highest(self) -> int:
        return len(self.values) - 1 if self.values else self.most or 0

    @property
    def base(self) -> int:
        """What a row counts from: rows hold no numbers below 0."""
        return min(self.least, 0)

    @property
    def span(self) -> int:
        """The largest number that a row stores."""
        return self.highest - self.base


class HelloOutcome(Table):
    """What results are judged by."""

    kind: Annotated[Literal["share", "mean"], expects(message("share or mean"))]
    name: Title
    meaning: Description
    column: NameOfColumn
    codes: Annotated[
        list[Whole], Field(min_length=1, max_length=MOST_CODES), expects(message("a list of whole numbers"))
    ] = [1]  # noqa: RUF012
    family: Title = ""
    unit: Title = ""
    over: Annotated[str, expects(message("the name of a column"))] = ""
    scale: Annotated[int, Between(1, 10**9)] = 1
    length: Switch = False
    margin: Positive | None = None
    more: Title = "more"
    less: Title = "less"
    better: Annotated[Literal["more", "less", ""], expects(message("more, less or nothing"))] = ""
    needs: Annotated[dict[str, Whole], expects(message("a table of axes and numbers"))] = {}  # noqa: RUF012


class HelloParameter(Table):
    """A number of the rules that an experiment can set."""

    name: NameOfColumn
    default: Number
    low: Number
    high: Number
    meaning: Description = "A number of the rules."


class Hello(Table):
    """The whole answer."""

    protocol: Annotated[int, Between(PROTOCOL, PROTOCOL)]
    name: Id
    title: Annotated[Title, Field(min_length=1)]
    kind: Annotated[
        Literal["cooperative", "competitive", "production"], expects(message("cooperative, competitive or production"))
    ]
    version: Annotated[int, Between(1, 10**9)]
    axes: Annotated[list[HelloAxis], Field(max_length=MOST_AXES)] = []  # noqa: RUF012
    columns: Annotated[list[HelloColumn], Field(min_length=1, max_length=MOST_COLUMNS)]
    outcomes: Annotated[list[HelloOutcome], Field(max_length=MOST_OUTCOMES)] = []  # noqa: RUF012
    parameters: Annotated[list[HelloParameter], Field(max_length=MOST_PARAMETERS)] = []  # noqa: RUF012
    shared_wins: Switch = False
    """Whether several seats can win one game."""
    replay: Switch = False
    fork: Switch = False
    """Whether it answers `fork` and `decisions`."""
    redeal: Switch = False
    """Whether a fork deals again what a seat cannot know, if it is asked to."""
    open_information: Switch = False
    """Whether every seat knows all but the luck to come."""

    def column(self, name: str) -> HelloColumn | None:
        return next((column for column in self.columns if column.name == name), None)

    def axis(self, role: str) -> HelloAxis | None:
        return next((axis for axis in self.axes if axis.role == role), None)


def read_hello(program: Program) -> Hello:
    """The answer of a program, checked."""
    source = f"{program.source}: hello"
    try:
        hello = Hello.model_validate(program.hello)
    except ValidationError as error:
        raise first_of(told(error), lambda _: source) from None
    for kind, names, taken in (
        ("axes", [axis.name for axis in hello.axes], TAKEN),
        ("columns", [column.name for column in hello.columns], {"cell", "game"}),
        ("parameters", [parameter.name for parameter in hello.parameters], set()),
        ("outcomes", [outcome.name.lower().replace("-", " ") for outcome in hello.outcomes], set()),
        ("axes", [axis.role for axis in hello.axes if axis.role], set()),
    ):
        for at, name in enumerate(names):
            if name in taken or name in names[:at]:
                why = message("this name is taken") if name in taken else message("it is there twice")
                raise bad_field(source, (kind, str(name)), why)
    for check in (_axis, _column, _outcome, _parameter, _fork):
        check(hello, source)
    _kind(hello, source)
    return hello


def _axis(hello: Hello, source: str) -> None:
    for axis in hello.axes:
        wrong = _twice(axis.values) or [value for value in axis.default or () if value not in axis.values]
        if wrong:
            raise bad_field(
                source,
                ("axes", axis.name),
                message("{wrong!r}: expected each value once, defaults among them", wrong=wrong[0]),
            )


def _column(hello: Hello, source: str) -> None:
    for column in hello.columns:
        if column.values and (column.most is not None or column.least):
            raise bad_field(source, ("columns", column.name), message("expected values, or least and most, not both"))
        if not column.values and column.most is None:
            raise bad_field(source, ("columns", column.name, "most"), message("missing field"))
        if column.least > column.highest or column.span > MOST_VALUE:
            raise bad_field(
                source,
                ("columns", column.name),
                message("expected least ≤ most, and a range below {most_value}", most_value=MOST_VALUE),
            )


def _outcome(hello: Hello, source: str) -> None:
    for outcome in hello.outcomes:
        field = ("outcomes", outcome.name)
        column = hello.column(outcome.column)
        if column is None or (outcome.over and hello.column(outcome.over) is None):
            missing = outcome.over if column else outcome.column
            raise bad_field(source, field, message("there is no column {missing!r}", missing=missing))
        if (outcome.kind == "share" or outcome.length) and column.span > MOST_COUNTED:
            raise bad_field(
                source,
                field,
                message(
                    "expected a column of at most {most_counted:,} different values", most_counted=MOST_COUNTED + 1
                ),
            )
        margin = outcome.margin
        if margin is not None and (expected := margin_expected(outcome.kind == "share", margin)):
            raise BadInput(source=source, place=dotted((*field, "margin")), expected=expected, got=margin)
        if outcome.kind == "share":
            strange = [code for code in outcome.codes if not column.least <= code <= column.highest]
            if strange:
                raise bad_field(
                    source,
                    (*field, "codes"),
                    message("{name} is never {strange}", name=column.name, strange=strange[0]),
                )
        elif outcome.margin is None or not outcome.unit:
            raise bad_field(source, field, message("expected a unit and a margin"))
        elif column.least < 0 and (outcome.over or outcome.length):
            raise bad_field(
                source, field, message("{name} can be below 0: expected the plain mean of it", name=column.name)
            )
        for name in outcome.needs:
            if all(name != axis.name for axis in hello.axes):
                raise bad_field(source, (*field, "needs"), message("there is no axis {name!r}", name=name))


def _parameter(hello: Hello, source: str) -> None:
    for each in hello.parameters:
        if not each.low <= each.default <= each.high:
            raise bad_field(source, ("parameters", each.name), message("expected low ≤ default ≤ high"))


def _fork(hello: Hello, source: str) -> None:
    for name in ("redeal", "open_information"):
        if getattr(hello, name) and not hello.fork:
            raise bad_field(source, (name,), message("expected fork, too: it says how forks are made"))
    if hello.redeal and hello.open_information:
        raise bad_field(
            source, ("redeal",), message("nothing is dealt again where all is open_information: expected one of them")
        )


def _kind(hello: Hello, source: str) -> None:
    """What a game of each kind needs for its page."""
    winners, won = hello.column("winners"), hello.column("won")
    if hello.kind == "competitive" and (winners is None or winners.least or winners.highest > MOST_COUNTED):
        raise BadInput(
            message(
                "a competitive game needs a column 'winners', 0 to at most {most_counted}", most_counted=MOST_COUNTED
            ),
            source=source,
            place="columns",
        )
    seats = 0 if winners is None else winners.highest.bit_length()
    if hello.kind == "competitive" and seats > MOST_SEATS and not hello.outcomes:
        raise BadInput(
            source=source,
            place="outcomes",
            expected=message("some, as there are more than {most_seats} seats", most_seats=MOST_SEATS),
        )
    if hello.kind == "cooperative" and won is None and not hello.outcomes:
        raise BadInput(message("a cooperative game needs a column 'won', or outcomes"), source=source, place="columns")
    if hello.kind == "production" and not hello.outcomes:
        raise BadInput(
            source=source, place="outcomes", expected=message("at least one, as nothing is won in a game of production")
        )


def _twice(values: list[Any]) -> list[Any]:
    return [value for at, value in enumerate(values) if value in values[:at]]
