"""A policy is asked: the function that lets the policy of a seat decide, forces a choice of a fork, or stops for a
search."""

import ast
import inspect
from collections.abc import Callable

from engine.outside.own.compiled.types import BOOL, FIXED, FLOAT, INT, LIST, Kind, is_zone, signature, width
from engine.outside.own.compiled.writer import Val
from engine.outside.own.compiled.writing.calling.features import Features
from engine.outside.own.compiled.writing.memories import MEMORIES
from engine.outside.own.compiled.writing.things import DICE
from engine.outside.own.policies.function_policy import CHOICES
from engine.outside.own.policies.memory import is_memory
from engine.outside.own.policies.prepared import Prepared

REPLAYED = """@compiled
def replayed_NAME(rec, seat, SHOWN):
    if seat == rec.seeker:
        compare_shown(rec, shown_NAME(rec, SHOWN))
    place = past_place(rec, seat, length(rec, choices))
    if place == AS_BEFORE:
        place = before_NAME(rec, choices)
        need_answer(rec, place)
    return place
"""
"""The place of what is answered before the decision of a fork: what was answered in the true game, unless the seat that
searches cannot know it; then it is POLICY_DECIDES."""
TAKEN = """@compiled
def taken_NAME(rec, seat, place, SHOWN):
    if is_heard(rec):
        again = replayed_NAME(rec, seat, SHOWN)
        return again if again >= 0 else place
    place = settled(rec, seat, place, length(rec, choices))
    if rec.is_recorded:
        mine = choice_NAME(rec, choices, place)
        first, last, at = -1, -1, 0
        while at < length(rec, choices):
            if choice_NAME(rec, choices, at) != mine:
                first = at if first < 0 else first
                last = at
            at += 1
        record_answer(rec, seat, mine, first, last)
    return place
"""
"""The place of the choice that is taken at last. In a true game that is forked, it is noted what was answered."""
BEFORE = """@compiled
def before_NAME(rec, choices):
    mine, at = rec.answer[rec.decisions - 1], rec.forced[rec.decisions - 1]
    if at < length(rec, choices) and choice_NAME(rec, choices, at) == mine:
        return at
    at = 0
    while at < length(rec, choices):
        if choice_NAME(rec, choices, at) == mine:
            return at
        at += 1
    return -1
"""
"""The place of what was answered in the true game: mostly, where it was then."""


class Asking(Features):
    """`table.ask`."""

    def _arguments(self, node: ast.Call, *names: str) -> dict[str, ast.expr]:
        """What is given for each name; the call names no other."""
        if len(node.args) > len(names):
            raise self.no(node, f"expected at most {len(names)} arguments")
        found = dict(zip(names, node.args, strict=False))
        for each in node.keywords:
            if each.arg not in names or each.arg in found:
                raise self.no(node, f"no argument {each.arg}")
            found[str(each.arg)] = each.value
        return found

    def check_view(self, view: Kind, node: ast.AST) -> None:
        raise NotImplementedError

    def _table_ask(self, node: ast.Call) -> Val:
        given = self._arguments(node, "seat", "view", "choices")
        if not {"seat", "view"} <= set(given):
            raise self.no(node, "ask: expected a seat, a view and choices")
        order = [*node.args, *(keyword.value for keyword in node.keywords)]
        values = dict(zip((id(each) for each in order), self.values(order), strict=True))
        seat, view = values[id(given["seat"])], values[id(given["view"])]
        choices = values[id(given["choices"])] if "choices" in given else None
        if choices is None:
            choices = self.constant(self.program.constants.setdefault("yes or no", (True, False)), node)
        kind = self.known_kind(choices, node)
        self.check_view(self.known_kind(view, node), node)
        if is_zone(kind):
            choices = self.copied(self.cards_of(choices, node), node)
        if kind.shape == FIXED and kind.fixed == "seats":
            choices = self.list_of_walk(self.walk_value(choices, node), node)
        choices = self.as_list(choices, given.get("choices", node))
        if choices.kind.now().shape != LIST:
            raise self.no(node, "ask: expected the choices in a list or a tuple, which keep their order")
        codes = [self.whole(seat, node)] + [self.temp(each.code) for each in (view, choices) if each.code]
        answer = self.place(node, "answer")
        name = self._ask_function(view.kind, choices.kind, answer, node, is_yes_or_no="choices" not in given)
        return Val(answer, self.fresh(f"{name}({', '.join(['rec', *codes])})"))

    def _ask_function(self, view: Kind, choices: Kind, answer: Kind, node: ast.Call, is_yes_or_no: bool) -> str:
        """A function of its own, which lets the policy of a seat decide."""
        name = f"ask{self.number_of(node)}_{self.instance.name}"
        item = choices.now().items[0]
        self.kinds.flow(item, answer)
        lines, self.lines, depth, self.depth = self.lines, [], self.depth, 1
        shown = [] if view.now().shape == FIXED else ["view"]
        options = "2" if is_yes_or_no else "length(rec, choices)"

        def take(place: str) -> None:
            found = self.load(item, f"nth(rec, choices, {place}, {width(item)})", node)
            self.emit(f"return {self.coerce(Val(item, found), answer, node)}")

        has_zones = self.program.has_zones and self.program.is_final

        def settled(place: str) -> str:
            if has_zones:
                return f"taken_{name}(rec, seat, {place}, {', '.join([*shown, 'choices'])})"
            return f"settled(rec, seat, {place}, {options})"

        drawn = settled(f"dice_number(rec, seat, {options})")
        try:
            chosen = self.new_name()
            self.emit(f"if not begin_ask(rec, seat, {options}):")
            with self.indented():
                take("0")
            if has_zones:
                self.digests(view, choices, node, name)
                self._replay(name, ", ".join([*shown, "choices"]), take)
            else:
                self.emit("if is_replayed(rec):")
                with self.indented():
                    take("forced_place(rec)")
            if not is_yes_or_no:
                self._note_equals(choices, item, node)
            looks = self._looks(view, choices, node, name, ", ".join([*shown, "choices"]))
            if looks:
                self.emit("if is_sampled(rec):")
                with self.indented():
                    self.emit(looks)
            self.emit("if slips(rec, seat):")
            with self.indented():
                take(drawn)
            if looks:
                self.emit("if rec.who[seat] == TRAINED:")
                with self.indented():
                    self.emit(looks)
                    take(settled("best_choice(rec, seat)"))
            for number, policy in enumerate(self.program.policies):
                self.emit(f"{'if' if number == 0 else 'elif'} rec.who[seat] == {number}:")
                with self.indented():
                    found = self._decision(policy, view, choices, node)
                    self.kinds.flow(found.kind, answer)
                    self.emit(f"{chosen} = {self.coerce(found, answer, node)}")
            self.emit("else:" if self.program.policies else "if True:")
            with self.indented():  # the policy random
                take(drawn)
            if self.program.policies:
                kind, place = answer.now(), f"(0 if {chosen} else 1)"
                if not (is_yes_or_no and kind.scalars == {BOOL} and not kind.shape):  # else each answer is a choice
                    place = self.fresh(self.position(Val(choices, "choices"), Val(answer, chosen), node))
                    self.emit(f"need({place} >= 0)")
                self.emit("if rec.is_recorded | rec.listens:")
                with self.indented():
                    take(settled(place))
                self.emit(f"return {chosen}")
            head = f"def {name}({', '.join(['rec', 'seat', *shown, 'choices'])}):"
            self.program.extra[name] = "\n".join(["@compiled", head, *self.lines])
        finally:
            self.lines, self.depth = lines, depth
        return name

    def _looks(self, view: Kind, choices: Kind, node: ast.Call, name: str, shown: str) -> str:
        """For trained players, the line that tells what this looks like; nothing if there are none."""
        if not self.program.learns or not self.program.is_final:
            return ""
        self.features(view, choices, node, name)
        return f"features_{name}(rec, seat, {shown})"

    def _replay(self, name: str, shown: str, take: Callable[[str], None]) -> None:
        """In a game with decks or hands, before the decision of a fork: what was answered in the true game. In a true
        game that is forked: note what is shown."""
        for what, text in (("replayed", REPLAYED), ("taken", TAKEN), ("before", BEFORE)):
            self.program.extra[f"{what}_{name}"] = text.replace("NAME", name).replace("SHOWN", shown)
        self.emit("if is_replayed(rec):")
        with self.indented():
            place = self.fresh(f"replayed_{name}(rec, seat, {shown})")
            self.emit(f"if {place} >= 0:")
            with self.indented():
                take(place)
        self.emit("elif rec.is_recorded and rec.searches[seat]:")
        with self.indented():
            self.emit(f"record_shown(rec, shown_{name}(rec, {shown}))")

    def _note_equals(self, choices: Kind, item: Kind, node: ast.Call) -> None:
        """For a search: which choices are the same."""
        self.emit("if is_sought(rec, seat):")
        with self.indented():
            at = self.fresh("0")
            self.emit(f"while {at} < length(rec, choices):")
            with self.indented():
                each = self.fresh(self.load(item, f"nth(rec, choices, {at}, {width(item)})", node))
                self.emit(f"mark_first(rec, {at}, {self.position(Val(choices, 'choices'), Val(item, each), node)})")
                self.emit(f"{at} += 1")

    def _decision(self, policy: ast.FunctionDef, view: Kind, choices: Kind, node: ast.Call) -> Val:
        """What a policy decides."""
        real = vars(self.source.module)[policy.name]
        given: dict[str, Val] = {}
        number = 0
        for at, parameter in enumerate(inspect.signature(real).parameters.values()):
            if at == 0:
                given[parameter.name] = Val(view, "view")
            elif parameter.name == CHOICES:
                given[parameter.name] = Val(choices, "choices")
            elif parameter.name == DICE:
                given[parameter.name] = Val(self.kinds.fixed(DICE), "seat")
            elif is_memory(parameter.name, parameter.default):
                kind = self.program.memory_of(policy.name, parameter.default)
                given[parameter.name] = Val(kind, f"word(rec, {MEMORIES} + seat)")
            elif isinstance(parameter.default, Prepared):
                given[parameter.name] = Val(self._prepared(policy, parameter.name), f"rec.whole[seat, {number}]")
                number += 1
            else:
                default = getattr(parameter.default, "default", parameter.default)
                is_int = isinstance(default, int)
                code = f"rec.{'whole' if is_int else 'fractions'}[seat, {number}]"
                given[parameter.name] = self.scalar(code, INT if is_int else FLOAT)
                number += 1
        return self.call_with(policy, "", given, node, mark=(signature(choices),))

    def _prepared(self, policy: ast.FunctionDef, name: str) -> Kind:
        """The kind of what a policy has worked out before the first game."""
        known = self.program.prepared
        if (policy.name, name) not in known:
            scalar, *lists = self.source.prepared[policy.name][name].split() or [""]
            if not scalar:
                raise self.no(policy, f"{name}: what is prepared has empty lists, or lists that lie deeper than others")
            found = self.kinds.scalar(scalar)
            for _ in (*lists, "list"):
                found = self.kinds.list_of(found, True)
            known[policy.name, name] = found
        return known[policy.name, name]
