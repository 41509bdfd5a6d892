"""The options of a game as an experiment gives them, made from what the game declares of them."""

from collections.abc import Iterable
from typing import Annotated, Any

from annotated_types import Interval
from pydantic import BeforeValidator, Field, create_model

from engine.content.fields import Between, Table, expects
from engine.errors import message
from engine.game.axes import Option
from engine.policy.compiled_game.axes_and_options import SWITCH, Setting
from engine.policy.parameters import SPOKEN, Parameter


def _switched(value: object) -> object:
    return SPOKEN.get(value, value) if isinstance(value, str) else value


Switch = Annotated[bool, BeforeValidator(_switched), expects(message("on or off"))]


def options_model(options: Iterable[Option], **others: Any) -> type[Table]:
    """The options in their order. `others` has the type and the default of those that only the game can check."""
    fields: dict[str, Any] = {
        each.name: _field(each.parameter) if isinstance(each, Setting) else others[each.name] for each in options
    }
    return create_model("Options", __base__=Table, **fields)


def _field(parameter: Parameter) -> tuple[Any, Any]:
    """The type of an option, and its default; None if it depends on something."""
    kind = _kind(parameter)
    if parameter.depends:
        return kind | None, None
    return kind, bool(parameter.default) if parameter.words == SWITCH else parameter.word(parameter.default)


def _kind(parameter: Parameter) -> Any:
    low, high = parameter.low, parameter.high
    if parameter.words == SWITCH:
        return Switch
    if parameter.words:
        *first, last = (f'"{word}"' for word in parameter.words)
        pattern = f"^({'|'.join(parameter.words)})$"
        return Annotated[
            str, Field(pattern=pattern), expects(message("{first} or {last}", first=", ".join(first), last=last))
        ]
    if isinstance(parameter.default, float):
        return Annotated[
            float, Interval(ge=low, le=high), expects(message("a number from {low:g} to {high:g}", low=low, high=high))
        ]
    return Annotated[int, Between(int(low), int(high))]
