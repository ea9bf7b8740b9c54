"""Memory: fields, elements, views, and what is stored there."""

import ast
from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import NamedTuple

from rookery.compiler import ir
from rookery.compiler.errors import no_field
from rookery.compiler.language import FORMATS, INT, UNSIGNED, UNSIGNED_SHORT, ArrayType, RecordType, TupleType, told
from rookery.compiler.lowering.arithmetic import Arithmetic
from rookery.compiler.values import Value, array, bytes_of, is_number, number, several

UNROLLED = 512  # bytes of a copy that is written out


class InMemory(NamedTuple):
    """A number in memory."""

    format: str
    address: ir.Expr

    def read(self) -> Value:
        form = FORMATS[self.format]
        return number(form.kind, ir.load(form.load, self.address))


class Places(Arithmetic, ABC):
    @abstractmethod
    def value(self, node: ast.expr) -> Value:
        """The value of an expression."""

    @abstractmethod
    def test(self, node: ast.expr) -> ir.Expr:
        """Whether an expression is true, as an i32."""

    def values(self, *nodes: ast.expr) -> list[Value]:
        """The same for several, from left to right."""
        return self.in_order(*(partial(self.value, node) for node in nodes))

    def number(self, node: ast.expr) -> Value:
        """The same for an expression that must be a number."""
        value = self.value(node)
        if not is_number(value):
            self.refuse(f"{ast.unparse(node)} is {told(value.type)} where a number is needed", node)
        return value

    def numbers(self, *nodes: ast.expr) -> list[Value]:
        return self.in_order(*(partial(self.number, node) for node in nodes))

    # ── Fields ───────────────────────────────────────────────────────────────
    def attribute(self, node: ast.Attribute) -> Value | InMemory:
        base = self.value(node.value)
        match base.type:
            case RecordType(fields=fields) if fields:
                return self._field(base.expr, base.type, node)
            case TupleType(names=names, of=of) if of:
                if node.attr not in names:
                    self.refuse(no_field(of, node.attr, names), node)
                return self.held(base).items[names.index(node.attr)]
            case ArrayType() if node.attr == "shape":
                return several(number(INT, ir.op("i64.extend_i32_u", length)) for length in self.held(base).lengths)
        self.refuse(f"{told(base.type)} has no {node.attr} in kernels", node)

    def _field(self, address: ir.Expr, record: RecordType, node: ast.Attribute) -> Value | InMemory:
        field = record.fields.get(node.attr)
        if field is None:
            known = [one for one in record.fields if not one.startswith("_")]
            self.refuse(no_field(record.name or "the record", node.attr, known), node)
        place = ir.op("i32.add", address, ir.i32(field.offset))
        if not field.shape:
            return InMemory(field.format, place)
        return array(field.format, place, map(ir.i32, field.shape))

    # ── Elements and views ───────────────────────────────────────────────────
    def subscript(self, node: ast.Subscript) -> Value | InMemory:
        steps = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        bounds = [[one.lower, one.upper] if isinstance(one, ast.Slice) else [one] for one in steps]
        numbers = [partial(self.number, one) for one in chain(*bounds) if one is not None]
        base, *given = self.in_order(partial(self.value, node.value), *numbers)
        exprs = chain(*(value.exprs for value in (base, *given)))
        if any(isinstance(part, ir.Call) for part in ir.nodes(*exprs)):  # once, and in this order, whatever is needed
            base, *given = map(self.held, (base, *given))
        if isinstance(base.type, TupleType):
            return self._item(base, steps, given, node)
        if not isinstance(base.type, ArrayType):
            self.refuse(f"{told(base.type)} has no elements", node)
        if len(steps) > len(base.type.shape):
            self.refuse(f"{len(steps)} indexes are too many; allowed: {len(base.type.shape)}", node)
        if any(isinstance(step, ast.Slice) for step in steps[:-1]):
            self.refuse("only the last index may be a slice in kernels; write a loop", node)
        return self._part(base, steps, iter(given))

    def _part(self, base: Value, steps: list[ast.expr], given: Iterator[Value]) -> Value | InMemory:
        """The part of an array that indexes and slices leave; `given`: the values of all bounds and indexes."""
        assert isinstance(base.type, ArrayType)
        of, address, lengths = base.type.of, base.expr, base.lengths
        for step in steps:
            length, *rest = lengths
            if isinstance(step, ast.Slice):
                start, wide = self._slice(step, length, given)
                lengths = (wide, *rest)
            else:
                start = self.index(step, length, given)
                lengths = tuple(rest)
            address = ir.op("i32.add", address, ir.op("i32.mul", start, bytes_of(of, rest)))
        if lengths:
            return array(of, address, lengths)
        return Value(of, (address,)) if isinstance(of, RecordType) else InMemory(of, address)

    def index(self, node: ast.expr, length: ir.Expr, given: Iterator[Value], *, bound: bool = False) -> ir.Expr:
        """The next value, an index or a bound of a slice, as an i32. A constant below 0 counts from the end."""
        value, what = next(given), "a bound of a slice" if bound else "an index"
        if value.kind != INT:
            how = "np.int64(...)" if value.kind in (UNSIGNED, UNSIGNED_SHORT) else "int(...)"
            self.refuse(f"{what} must be a whole number, not {told(value.kind)}; write {how}", node)
        offset = ir.op("i32.wrap_i64", value.expr)
        if isinstance(offset, ir.Const):
            if isinstance(length, ir.Const) and not -length.value <= offset.value < length.value + bound:
                last = int(length.value) - (not bound)
                allowed = f"; allowed: 0 .. {last}" if last >= 0 else ""
                self.refuse(
                    f"the {what.partition(' ')[2]} is {offset.value}, but there are {length.value} elements{allowed}",
                    node,
                )
            offset = ir.op("i32.add", length, offset) if offset.value < 0 else offset
            if isinstance(length, ir.Const):
                return offset
        if bound:
            end = ir.op("i32.add", length, ir.i32(1))
            return self.checked_below(offset, end, node, "the bound {0} of a slice; it must be below {1}")
        return self.checked_below(offset, length, node, "index {0} of {1}")

    def _slice(self, node: ast.Slice, length: ir.Expr, given: Iterator[Value]) -> tuple[ir.Expr, ir.Expr]:
        """The beginning of a slice, and its length."""
        if node.step is not None:
            self.refuse("a slice with a step is not in the language of kernels; write a loop", node)
        start = ir.i32(0) if node.lower is None else self.index(node.lower, length, given, bound=True)
        end = length if node.upper is None else self.index(node.upper, length, given, bound=True)
        wide = ir.op("i32.sub", end, start)
        if isinstance(wide, ir.Const) and wide.value < 0:
            self.refuse("this slice ends before it begins; write its bounds in order", node)
        if not isinstance(wide, ir.Const):
            start = self.hold(start)
            if self.unit.checked:
                end = self.hold(end)
                above = ir.op("i32.add", end, ir.i32(1))
                self.checked_below(start, above, node, "the start {0} of a slice; it must be below {1}")
            wide = ir.op("i32.sub", end, start)
        return start, wide

    def _item(self, base: Value, steps: list[ast.expr], given: list[Value], node: ast.AST) -> Value:
        """An item of a tuple: by a constant, or, of numbers of one kind, by any index."""
        if len(steps) != 1 or isinstance(steps[0], ast.Slice):
            self.refuse("a tuple takes one index in kernels, and no slice; write its items", node)
        items = self.held(base).items
        if isinstance(given[0].expr, ir.Const):
            at = int(given[0].expr.value)
            if not -len(items) <= at < len(items):
                self.refuse(f"the index {at} is outside of a tuple of {len(items)}", node)
            return items[at]
        if len({item.type for item in items}) != 1 or not is_number(items[0]):
            self.refuse("a tuple takes a constant index unless its items are numbers of one kind", node)
        which = self.hold(self.index(steps[0], ir.i32(len(items)), iter(given)))
        chosen, *others = [item.expr for item in items]
        for place, expr in enumerate(others, 1):
            chosen = ir.op("select", expr, chosen, ir.op("i32.eq", which, ir.i32(place)))
        return number(items[0].kind, chosen)

    # ── Storing ──────────────────────────────────────────────────────────────
    def write(self, place: InMemory, value: Value, node: ast.AST) -> None:
        form = FORMATS[place.format]
        stored = self.as_kind(value, form.kind, node, stored=True)
        self.body.append(ir.store(form.store, place.address, stored))

    def write_whole(self, target: Value, value: Value, node: ast.AST) -> None:
        """Copy a record, or write a number to all elements of an array."""
        if isinstance(target.type, RecordType):
            if value.type is not target.type:
                self.refuse(f"{told(target.type)} takes another of its kind, not {told(value.type)}", node)
            to, source, size = self.hold(target.expr), self.hold(value.expr), target.type.size
            if size > UNROLLED or size % 8:
                self.body.append(ir.Copy(to, source, ir.i32(size)))
                return
            for offset in map(ir.i32, range(0, size, 8)):  # a call of the host's memory.copy would take longer
                word = ir.load("i64.load", ir.op("i32.add", source, offset))
                self.body.append(ir.store("i64.store", ir.op("i32.add", to, offset), word))
            return
        if not isinstance(target.type, ArrayType):
            self.refuse(f"{ast.unparse(node)} cannot be assigned to; write names, elements or fields", node)
        of = target.type.of
        if isinstance(of, RecordType) or not is_number(value):
            self.refuse(f"only a number is assigned to all of an array, not {told(value.type)}; write a loop", node)
        target = self.held(target)
        stored = self.hold(self.as_kind(value, FORMATS[of].kind, node, stored=True))
        (at,) = self.new_locals(["i32"])
        end = self.new(ir.op("i32.add", target.expr, bytes_of(of, target.lengths)))
        out, again = next(ir.labels), next(ir.labels)
        steps: list[ir.Statement] = [
            ir.Break(out, ir.op("i32.eq", at, end)),
            ir.store(FORMATS[of].store, at, stored),
            ir.Let((at.local,), ir.op("i32.add", at, ir.i32(FORMATS[of].size))),
        ]
        self.body += [ir.Let((at.local,), target.expr), ir.Loop(out, again, steps)]
