"""`fatecast schema`: the JSON Schema of what a verb prints with `--json`."""

from dataclasses import dataclass
from typing import Annotated, Any

from engine.configs import unknown_word
from sim.verbs.request.choices import Texts, texts
from sim.verbs.request.declaration import Says
from sim.verbs.request.plain import request_schema, schema_of
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result
from sim.verbs.request.verb import LOOK, Verb, all_verbs


@dataclass(frozen=True, kw_only=True)
class SchemaRequest:
    """Print the JSON Schema of what a verb prints with --json, for other programs."""

    verb: Annotated[Texts, Says("A verb; of two words, both.", metavar="VERB", is_argument=True)]
    request: Annotated[bool, Says("The schema of what can be asked of the verb, in place of what it prints.")] = False


@dataclass(frozen=True, repr=False)
class Schema(Result):
    """A JSON Schema."""

    schema: dict[str, Any]

    @property
    def data(self) -> dict[str, Any]:
        """The schema."""
        return self.schema

    def __str__(self) -> str:
        from json import dumps

        return dumps(self.schema, indent=2, ensure_ascii=False)


def run(asked: SchemaRequest, progress: Progress) -> Schema:
    """Make it from the type of the result, or from the fields of the request."""
    name = " ".join(texts(asked.verb))
    verbs = {verb.name: verb for verb in all_verbs()}
    if name not in verbs:
        raise unknown_word("verb", name, verbs)
    return Schema(request_schema(verbs[name]) if asked.request else schema_of(verbs[name]))


VERB = Verb("schema", LOOK, 7, SchemaRequest, run, Schema, ["compare"], data=dict[str, Any], names_game=False)
