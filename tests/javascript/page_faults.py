"""Faults that are planted in the runtime of pages and in the lowering: each is a text, and what it becomes."""

# an entry of a list is a line

from typing import NamedTuple

__all__ = ["IN_LOWERING", "IN_RUNTIME", "PageFault"]


class PageFault(NamedTuple):
    text: str  # occurs once
    broken: str
    file: str = ""  # of the lowering; "": the runtime


IN_RUNTIME = [
    PageFault("return Math.floor(a / b);", "return Math.trunc(a / b);"),
    PageFault("return quotient * b !== a && a < 0n !== b < 0n ? quotient - 1n : quotient;", "return quotient;"),
    PageFault("return rest < 0 !== b < 0 ? rest + b : rest;", "return rest;"),
    PageFault("return (floatMod(even, 2) === 0 ? even : even + 1) / tens;", "return (even + 1) / tens;"),
    PageFault("return (rest < .5 ? below : below + 1) / tens;", "return Math.trunc(moved + .5) / tens;"),
    PageFault("if (b === 0 || b === false) throw", "if (b === false) throw"),
    PageFault("halves(high(a), high(b)) * 4294967296 + (halves(a | 0, b | 0) >>> 0)", "halves(a | 0, b | 0)"),
    PageFault("BigInt.asUintN(64, big(mask))", "BigInt.asUintN(32, big(mask))"),
    PageFault("32 + lowest32(high(wide))", "lowest32(high(wide))"),
    PageFault("ones32(low(wide)) + ones32(high(wide))", "ones32(low(wide))"),
    PageFault("if (left < 0n) left = -left;", "if (left < 0n) left = ~left;"),
    PageFault("2 ** Math.min(by, 1e3))", "2 ** Math.min(by, 31))"),
    PageFault("Math.floor(Number(a) / 2 **", "Math.trunc(Number(a) / 2 **"),
    PageFault("return Number.isSafeInteger(moved) ? moved", "return by < 54 ? moved"),
    PageFault("const isSure = (result) => result <= Number.MAX_SAFE_INTEGER && ", "const isSure = (result) => "),
    PageFault("from[index < 0 ? index + from.length : index]", "from[index]"),
    PageFault("if (found === void 0) named.set", "if (true) named.set"),
    PageFault("return a < b ? -1 : a > b ? 1 : 0;", "return a < b ? -1 : 1;"),
    PageFault("at < 0 ? a.length - b.length", "at < 0 ? b.length - a.length"),
    PageFault("const py_max = best((a, b) => order(a, b) > 0);", "const py_max = best((a, b) => order(a, b) >= 0);"),
    PageFault(
        ".sort(([a], [b]) => reverse ? order(b, a) : order(a, b))",
        '.sort(([a], [b]) => order(a, b))[reverse ? "reverse" : "slice"]()',
    ),
    PageFault("return a.constructor === b.constructor && eq(Object.values(a), Object.values(b));", "return false;"),
    PageFault("Array.isArray(b) && a.length === b.length && a.every(", "Array.isArray(b) && a.every("),
    PageFault("b.has(name) && eq(x, b.get(name))", "b.has(name)"),
    PageFault("(first.slice(1) + text.slice(1)).toLowerCase()", "first.slice(1) + text.slice(1)"),
    PageFault('typeof value.length === "number" ? value.length > 0 : true', "true"),
    PageFault("text.split(old).join(other)", "text.replace(old, other)"),
    PageFault('return typeof found === "string" ? `${found.length}:${found}` : `${found},`;', "return `${found}`;"),
    PageFault('case "boolean": return +value;', 'case "boolean": return `${value}`;'),
    PageFault("kept.set(name, result);", "kept.set(name, given);"),
    PageFault("const name = given.length === 1 ? key(given[0]) : key(given);", "const name = key(given[0]);"),
    PageFault("name in fields ? fields[name] : tuple[i]", "fields[name] || tuple[i]"),
    PageFault("Array.isArray(old) && !Array.isArray(value) ? filled(old, value) : copied(value)", "value"),
    PageFault("...ABOVE[thrown.kind] ?? []", "...[]"),
    PageFault("last.length + 1 + word.length <= width", "last.length + word.length <= width"),
]
IN_LOWERING = [
    PageFault(
        'if isinstance(node.op, ast.Add) and old.kind.name == "list":',
        'if isinstance(node.op, ast.Add) and old.kind.name in ("list", "row", "tuple"):',
        "statement_text.py",
    ),
    PageFault("kind = Is.INT if kind == Is.SAFE else kind", "pass", "function_text.py"),
    PageFault("SMALLEST_UNSURE = 1 << 24", "SMALLEST_UNSURE = 1 << 62", "value_kinds.py"),
    PageFault(
        "if kinds <= {*SURE, Is.BOOL} and (sign", "if kinds <= {*SURE, Is.BOOL, Is.INT} and (sign", "operator_text.py"
    ),
    PageFault("yes, no = (text, kept) if joined else (kept, text)", "yes, no = (text, kept)", "operator_text.py"),
    PageFault("            left = Lowered(kept, right.kind)\n", "", "operator_text.py"),
    PageFault('return f"(+{value.text})"', 'return f"({value.text})"', "statement_text.py"),
    PageFault('return f"{name}_" if name in OF_ARRAYS else name', "return name", "python_library.py"),
    PageFault('return f"{name}_" if name in RESERVED else name', "return name", "python_library.py"),
    PageFault("names & used or any(", "any(", "statement_text.py"),
    PageFault('given.pop(name, "undefined")', 'given.pop(name, "null")', "call_text.py"),
    PageFault("{listed.text}.length - {-1 - after})", "{listed.text}.length - {-after})", "loop_text.py"),
    PageFault('all: _search("false", "true", False)', 'all: _search("false", "true", True)', "call_text.py"),
    PageFault(
        "[*self._classes, *self._caches, *constants,", "[*self._classes, *constants, *self._caches,", "page_module.py"
    ),
]
