"""Memory: fields, elements, views, and what is stored there."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain

from rookery.compiler import ir
from rookery.compiler.errors import near
from rookery.compiler.language import BOOL, FLOAT, FORMATS, INT, SINGLE, UNSIGNED, RecordType, size_of, told
from rookery.compiler.lowering.arithmetic import Arithmetic
from rookery.compiler.values import ArrayValue, Num, RecordValue, TupleValue, Value, packed

__all__ = ["InMemory", "Places"]


@dataclass(slots=True)
class InMemory:
    """A number in memory."""

    format: str
    address: ir.Expr
    offset: int

    def read(self) -> Num:
        form = FORMATS[self.format]
        return Num(form.kind, ir.load(form.load, self.address, self.offset), form.unsigned)


class Places(Arithmetic):
    def value(self, node: ast.expr) -> Value:
        """What an expression stands for."""
        raise NotImplementedError

    def values(self, *nodes: ast.expr) -> list[Value]:
        """The same for several, from left to right."""
        return self.in_order(*(partial(self.value, node) for node in nodes))

    def number(self, node: ast.expr) -> Num:
        """The same for an expression that must be a number."""
        value = self.value(node)
        if not isinstance(value, Num):
            self.refuse(f"{ast.unparse(node)} is {told(value.type)} where a number is needed", node)
        return value

    def numbers(self, *nodes: ast.expr) -> list[Num]:
        return self.in_order(*(partial(self.number, node) for node in nodes))

    # ── Fields ───────────────────────────────────────────────────────────────
    def attribute(self, node: ast.Attribute) -> Value | InMemory:
        base = self.value(node.value)
        if isinstance(base, RecordValue) and base.record.fields:
            return self._field(base, node.attr, node)
        if isinstance(base, TupleValue) and base.of:
            if node.attr not in base.names:
                meant = near(node.attr, base.names) or ";"
                self.refuse(f"{base.of} has no field {node.attr}{meant} it has {', '.join(base.names)}", node)
            return self.held(base).items[base.names.index(node.attr)]
        if isinstance(base, ArrayValue) and node.attr == "shape":
            return self.shape(base)
        self.refuse(f"{told(base.type)} has no {node.attr} in kernels", node)

    def _field(self, base: RecordValue, name: str, node: ast.AST) -> Value | InMemory:
        field = base.record.fields.get(name)
        if field is None:
            known = [one for one in base.record.fields if not one.startswith("_")]
            told_name = base.record.name or "the record"
            self.refuse(f"{told_name} has no field {name}{near(name, known) or ';'} it has {', '.join(known)}", node)
        if not field.shape:
            return InMemory(field.format, base.address, field.offset)
        return ArrayValue(field.format, base.address, tuple(map(ir.i32, field.shape)), None, field.offset)

    def shape(self, base: ArrayValue) -> Value:
        return TupleValue(tuple(Num(INT, ir.op("i64.extend_i32_u", length)) for length in self.held(base).shape))

    # ── Elements and views ───────────────────────────────────────────────────
    def subscript(self, node: ast.Subscript) -> Value | InMemory:
        steps = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        bounds = [[one.lower, one.upper] if isinstance(one, ast.Slice) else [one] for one in steps]
        numbers = [partial(self.number, one) for one in chain(*bounds) if one is not None]
        base, *values = self.in_order(partial(self.value, node.value), *numbers)
        exprs = chain(*(packed(value, value.type) for value in (base, *values)))
        if any(isinstance(part, ir.Call) for part in ir.nodes(*exprs)):  # once, and in this order, whatever is needed
            base, *values = map(self.held, (base, *values))
        given = [value for value in values if isinstance(value, Num)]
        if isinstance(base, TupleValue):
            return self._item(base, steps, given, node)
        if not isinstance(base, ArrayValue):
            self.refuse(f"{told(base.type)} has no elements", node)
        if len(steps) > len(base.shape):
            self.refuse(f"{len(steps)} indexes are too many for an array of {len(base.shape)} axes", node)
        return self._part(base, steps, iter(given))

    def _part(self, base: ArrayValue, steps: list[ast.expr], given: Iterator[Num]) -> Value | InMemory:
        """What is left of an array after indexes and slices; `given`: the values of all bounds and indexes."""
        address, offset = base.address, base.offset
        shape: list[ir.Expr] = []
        strides: list[ir.Expr] = []
        in_row, sliced = base.strides is None, False  # whether what is left lies side by side
        for axis, step in enumerate(steps):
            stride, length = base.stride(axis), base.shape[axis]
            in_row &= not sliced
            if isinstance(step, ast.Slice):
                start, wide = self._slice(step, length, given)
                sliced = True
                shape.append(wide)
                strides.append(stride)
            else:
                start = self.index(step, length, given)
            distance = ir.op("i32.mul", start, stride)
            if isinstance(distance, ir.Const) and distance.value >= 0:
                offset += int(distance.value)
            elif isinstance(address, ir.Const) and not _has_constant(distance) and isinstance(address.value, int):
                # the distance is not below 0, so the address of a constant array may become the offset
                offset += address.value
                address = distance
            else:
                address = ir.op("i32.add", address, distance)
        rest = range(len(steps), len(base.shape))
        shape += [base.shape[axis] for axis in rest]
        strides += [base.stride(axis) for axis in rest]
        if shape:
            return ArrayValue(base.of, address, tuple(shape), None if in_row else tuple(strides), offset)
        if isinstance(base.of, RecordType):
            return RecordValue(base.of, ir.op("i32.add", address, ir.i32(offset)))
        return InMemory(base.of, address, offset)

    def index(self, node: ast.expr, length: ir.Expr, given: Iterator[Num], *, bound: bool = False) -> ir.Expr:
        """The next value, an index or a bound of a slice, as an i32. A constant below 0 counts from the end."""
        value, what = next(given), "a bound of a slice" if bound else "an index"
        if value.kind not in (INT, BOOL if bound else INT):
            how = "np.int64(...)" if value.kind == UNSIGNED else "int(...)"
            self.refuse(f"{what} must be a whole number, not {told(value.kind)}; write {how}", node)
        found = ir.op("i32.wrap_i64", self.as_int(value, node))
        if isinstance(found, ir.Const):
            if isinstance(length, ir.Const) and not -length.value <= found.value < length.value + bound:
                last = int(length.value) - (not bound)
                allowed = f"; allowed: 0 .. {last}" if last >= 0 else ""
                self.refuse(
                    f"the {what.partition(' ')[2]} is {found.value}, but there are {length.value} elements{allowed}",
                    node,
                )
            found = ir.op("i32.add", length, found) if found.value < 0 else found
            if isinstance(length, ir.Const):
                return found
        if bound:
            end = ir.op("i32.add", length, ir.i32(1))
            return self.checked_below(found, end, node, "the bound {0} of a slice; it must be below {1}")
        return self.checked_below(found, length, node, "index {0} of {1}")

    def _slice(self, node: ast.Slice, length: ir.Expr, given: Iterator[Num]) -> tuple[ir.Expr, ir.Expr]:
        """Where a slice begins, and its length."""
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

    def _item(self, base: TupleValue, steps: list[ast.expr], given: list[Num], node: ast.AST) -> Value | InMemory:
        """An item of a tuple: by a constant, or, of constants, by any index."""
        if len(steps) != 1 or isinstance(steps[0], ast.Slice):
            self.refuse("a tuple takes one index in kernels, and no slice; write its items", node)
        place = given[0]
        if isinstance(place.expr, ir.Const):
            at = int(place.expr.value)
            if not -len(base.items) <= at < len(base.items):
                self.refuse(f"the index {at} is outside of a tuple of {len(base.items)}", node)
            return self.held(base).items[at]
        table = self.unit.table(base.items)
        if table is not None:
            return self._part(table, steps, iter(given))
        numbers = [item for item in base.items if isinstance(item, Num)]
        if len(numbers) < len(base.items) or len({item.kind for item in numbers}) != 1:
            self.refuse("a tuple takes a constant index unless its items are numbers of one kind", node)
        found, *others = [self.hold(item.expr) for item in numbers]
        which = self.hold(self.index(steps[0], ir.i32(len(numbers)), iter(given)))
        for number, expr in enumerate(others, 1):
            found = ir.op("select", expr, found, ir.op("i32.eq", which, ir.i32(number)))
        return Num(numbers[0].kind, found)

    # ── Storing ──────────────────────────────────────────────────────────────
    def stored(self, value: Num, form: str, node: ast.AST) -> ir.Expr:
        """A number as it is stored in a format. Raises NotInLanguage for a float where whole numbers are."""
        kind, expr = FORMATS[form].kind, value.expr
        if kind == SINGLE and value.kind != SINGLE:
            if value.kind in (INT, UNSIGNED):
                return ir.op(f"f32.convert_i64_{'s' if value.kind == INT else 'u'}", expr)
            return ir.op("f32.demote_f64", self.as_float(value))
        if kind == FLOAT:
            return self.as_float(value)
        if kind == BOOL and value.kind in (INT, UNSIGNED):
            return self.truth(value)
        if {kind, value.kind} == {INT, UNSIGNED}:
            return expr
        if kind == UNSIGNED and value.kind == BOOL:
            return self.as_int(value, node)
        return self.converted(value, kind, node).expr

    def write(self, place: InMemory, value: Num, node: ast.AST) -> None:
        form = FORMATS[place.format]
        self.body.append(ir.store(form.store, place.address, place.offset, self.stored(value, place.format, node)))

    def write_whole(self, target: ArrayValue | RecordValue, value: Value, node: ast.AST) -> None:
        """Assign to all of an array, or copy a record."""
        if isinstance(target, RecordValue):
            if not isinstance(value, RecordValue) or value.record is not target.record:
                self.refuse(f"{told(target.record)} takes another of its kind, not {told(value.type)}", node)
            to, source = self.hold(target.address), self.hold(value.address)
            self.body.append(ir.Copy(to, source, ir.i32(target.record.size), apart=True))
            return
        if isinstance(target.of, RecordType):
            self.refuse("records are assigned one by one; write a loop", node)
        target = self.held(target)
        if isinstance(value, Num):
            self._fill(target, value, node)
            return
        if not isinstance(value, ArrayValue) or value.of != target.of or len(value.shape) != len(target.shape):
            of_another = " of other numbers or axes; write a loop" if isinstance(value, ArrayValue) else ""
            self.refuse(f"an array takes a number, or an array like it, not {told(value.type)}{of_another}", node)
        for length, other in zip(target.shape, value.shape, strict=True):
            if isinstance(length, ir.Const) and isinstance(other, ir.Const) and length.value != other.value:
                self.refuse(f"{other.value} elements do not fill {length.value}; write slices of one length", node)
        if value.strides is not None or target.strides is not None:
            self.refuse("elements that do not lie side by side are not copied at once; write a loop", node)
        size: ir.Expr = ir.i32(size_of(target.of))
        for length in target.shape:
            size = ir.op("i32.mul", size, length)
        self.body.append(ir.Copy(target.place, value.place, size))

    def _fill(self, target: ArrayValue, value: Num, node: ast.AST) -> None:
        """Write a number to all elements."""
        assert isinstance(target.of, str)
        form = FORMATS[target.of]
        stored = self.stored(value, target.of, node)
        stored = self.hold(stored)
        count, stride = target.shape[0], target.stride(0)
        if len(target.shape) > 1:
            if target.strides is not None:
                self.refuse("a part of several axes is not filled at once; write a loop", node)
            stride = ir.i32(form.size)
            for length in target.shape[1:]:
                count = ir.op("i32.mul", count, length)
        place, left = self.function.new_local("i32"), self.function.new_local("i32")
        at = ir.Get("i32", place)
        self.body.append(ir.Let((place,), target.place))
        self.body.append(ir.Let((left,), count))
        out, again = next(ir.labels), next(ir.labels)
        on = ir.Let((place,), ir.op("i32.add", at, stride))
        steps: list[ir.Statement] = [
            ir.Break(out, ir.op("i32.eqz", ir.Get("i32", left))),
            ir.store(form.store, at, 0, stored),
            on,
            ir.Let((left,), ir.op("i32.sub", ir.Get("i32", left), ir.i32(1))),
            ir.Break(again),
        ]
        self.body.append(ir.Labelled(out, [ir.Loop(again, steps)]))


def _has_constant(distance: ir.Expr) -> bool:
    return isinstance(distance, ir.Op) and isinstance(distance.args[-1], ir.Const) and distance.name == "i32.add"
