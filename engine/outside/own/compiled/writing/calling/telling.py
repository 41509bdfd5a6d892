"""Texts that are told. Nobody hears them in a kernel, but what is in them is computed, as it might be an error."""

import ast
import re
from collections.abc import Callable

from engine.outside.own.compiled.types import INT, LIST, NOTHING, TEXT, TUPLE
from engine.outside.own.compiled.writer import Val
from engine.outside.own.compiled.writing.calling.calls import Calls

PLAIN_FORMAT = re.compile(r"[<>^+]?[0-9]{0,3}d?")


class Telling(Calls):
    """table.tell, and texts in it."""

    def effects(self, node: ast.expr) -> None:
        """Compute a value that nobody reads, as it might be an error."""
        if isinstance(node, ast.JoinedStr):
            for part in node.values:
                if isinstance(part, ast.FormattedValue):
                    self._formatted(part)
            return
        if (
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.Add)
            and isinstance(node.left, ast.JoinedStr | ast.Constant)
        ):
            self.effects(node.left)
            self.effects(node.right)
            return
        if isinstance(node, ast.Constant) or self._is_text_call(node):
            return
        if isinstance(node, ast.Starred):
            if self.known_kind(self.visit(node.value), node).shape not in (LIST, TUPLE):
                raise self.no(node, "* here: expected a list or a tuple")
            return
        if isinstance(node, ast.IfExp):
            self._either_way(node, self.effects)
            return
        value = self.visit(node)
        if value.code and not value.kind.now().is_unknown:
            self.fresh(value.code)

    def _either_way(self, node: ast.IfExp, then: Callable[[ast.expr], None]) -> None:
        test = self.test(node.test)
        for branch, head in ((node.body, f"if {test.code}:"), (node.orelse, "else:")):
            self.emit(head)
            with self.indented(), self.perhaps():
                then(branch)

    def _is_text_call(self, node: ast.expr) -> bool:
        """Whether it was a call that makes a text of others, such as ", ".join(…); they are computed."""
        if not isinstance(node, ast.Call) or node.keywords or len(node.args) > 1:
            return False
        if isinstance(node.func, ast.Name) and self.called_builtin(node.func) == "str" and node.args:
            self.effects(node.args[0])
            return True
        if not isinstance(node.func, ast.Attribute):
            return False
        if node.func.attr == "join" and isinstance(node.func.value, ast.Constant) and node.args:
            many = node.args[0]
            if isinstance(many, ast.GeneratorExp | ast.ListComp):
                self.comprehension(many.generators, lambda: self._is_text(many.elt), many)
            else:
                self.each(many, lambda value: self._check_is_text(value, many))
            return True
        if node.func.attr in ("upper", "lower", "title", "capitalize", "strip") and not node.args:
            self._is_text(node.func.value)
            return True
        return False

    def _is_text(self, node: ast.expr) -> None:
        """Compute what a text is made of; what may be no text is refused."""
        if isinstance(node, ast.IfExp):
            self._either_way(node, self._is_text)
        elif isinstance(node, ast.JoinedStr | ast.Constant) or self._is_text_call(node):
            self.effects(node)
        else:
            self._check_is_text(self.visit(node), node)

    def _check_is_text(self, value: Val, node: ast.expr) -> None:
        kind = self.known_kind(value, node)
        if kind.shape or kind.scalars != {TEXT}:
            raise self.no(node, 'join: expected texts; write f"{…}" or str(…)')

    def _formatted(self, part: ast.FormattedValue) -> None:
        spec = part.format_spec
        if spec is not None:
            text = "".join(str(each.value) for each in getattr(spec, "values", []) if isinstance(each, ast.Constant))
            value = self.visit(part.value)
            kind = self.known_kind(value, part)
            if kind.shape or not PLAIN_FORMAT.fullmatch(text) or not kind.scalars <= {INT, TEXT}:
                raise self.no(part, "a text with a format like this; write {} and give the value")
            if kind.scalars != {INT} and text.endswith("d"):
                raise self.no(part, "a text with a format like this; write {} and give the value")
        self.effects(part.value)

    def _table_tell(self, node: ast.Call) -> Val:
        for each in node.args:
            self.effects(each)
        for keyword in node.keywords:
            seat = self.visit(keyword.value)
            if keyword.arg != "to":
                raise self.no(node, f"tell: no argument {keyword.arg}")
            if self.known_kind(seat, node).scalars != {NOTHING}:
                self.emit(f"need(0 <= {self.temp(self.whole(seat, node))} < rec.players)")
        return self.none()
