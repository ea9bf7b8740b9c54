"""Faults that are planted in the runtime of pages and in the lowering: each is a text, and what it becomes."""

# an entry of a list is a line

from tests.planting import Fault

__all__ = ["IN_LOWERING", "IN_RUNTIME"]

IN_RUNTIME = [  # as one file
    Fault("", "return Math.floor(a / b);", "return Math.trunc(a / b);"),
    Fault("", "return quotient * b !== a && a < 0n !== b < 0n ? quotient - 1n : quotient;", "return quotient;"),
    Fault("", "return rest < 0 !== b < 0 ? rest + b : rest;", "return rest;"),
    Fault("", "return (floatMod(even, 2) === 0 ? even : even + 1) / tens;", "return (even + 1) / tens;"),
    Fault("", "return (rest < .5 ? below : below + 1) / tens;", "return Math.trunc(moved + .5) / tens;"),
    Fault("", "if (b === 0 || b === false) throw", "if (b === false) throw"),
    Fault("", "halves(high(a), high(b)) * 4294967296 + (halves(a | 0, b | 0) >>> 0)", "halves(a | 0, b | 0)"),
    Fault("", "BigInt.asUintN(64, big(mask))", "BigInt.asUintN(32, big(mask))"),
    Fault("", "32 + lowest32(high)", "lowest32(high)"),
    Fault("", "ones32(low) + ones32(high)", "ones32(low)"),
    Fault("", "if (left < 0n) left = -left;", "if (left < 0n) left = ~left;"),
    Fault("", "POWERS = Array.from({ length: 55 }", "POWERS = Array.from({ length: 32 }"),
    Fault("", "Math.floor(a / POWERS[", "Math.trunc(a / POWERS["),
    Fault("", "return Number.isSafeInteger(moved) ? moved", "return by < 54 ? moved"),
    Fault("", "const isSure = (result) => result <= Number.MAX_SAFE_INTEGER && ", "const isSure = (result) => "),
    Fault("", "from[index < 0 ? index + from.length : index]", "from[index]"),
    Fault(
        "",
        "if (value[NAME] === void 0) Object.defineProperty(value, NAME, {",
        "if (true) Object.defineProperty(value, NAME, { configurable: true,",
    ),
    Fault("", "return a < b ? -1 : a > b ? 1 : 0;", "return a < b ? -1 : 1;"),
    Fault("", "at < 0 ? a.length - b.length", "at < 0 ? b.length - a.length"),
    Fault("", "areNumbers(a, b) ? a > b :", "areNumbers(a, b) ? a >= b :"),
    Fault(
        "",
        ".sort(([a], [b]) => reverse ? order(b, a) : order(a, b))",
        '.sort(([a], [b]) => order(a, b))[reverse ? "reverse" : "slice"]()',
    ),
    Fault("", "return a.constructor === b.constructor && eq(Object.values(a), Object.values(b));", "return false;"),
    Fault("", "Array.isArray(b) && a.length === b.length && a.every(", "Array.isArray(b) && a.every("),
    Fault("", "b.has(name) && eq(x, b.get(name))", "b.has(name)"),
    Fault("", "(first.slice(1) + text.slice(1)).toLowerCase()", "first.slice(1) + text.slice(1)"),
    Fault("", 'typeof value.length === "number" ? value.length > 0 : true', "true"),
    Fault("", "text.split(old).join(other)", "text.replace(old, other)"),
    Fault("", 'return typeof found === "string" ? `${found.length}:${found}` : `${found},`;', "return `${found}`;"),
    Fault("", 'case "boolean": return +value;', 'case "boolean": return `${value}`;'),
    Fault("", ': typeof one !== "boolean") return false;', ": true) return false;"),
    Fault("", "(one & 65535) !== one", "(one & 1048575) !== one"),
    Fault("", "Number.isSafeInteger(number) ? number : a", "number"),
    Fault("", "at.set(name, result);", "at.set(name, given);"),
    Fault("", "name = last < 0 ? null : key(given[last]);", "name = last < 0 ? null : key(given[0]);"),
    Fault("", "name in fields ? fields[name] : tuple[i]", "fields[name] || tuple[i]"),
    Fault("", 'typeof value !== "object" && Array.isArray(old) ? filled(old, value) : copied(value)', "value"),
    Fault("", "...ABOVE[thrown.kind] ?? []", "...[]"),
    Fault("", "last.length + 1 + word.length <= width", "last.length + word.length <= width"),
]
IN_LOWERING = [
    Fault(
        "statement_text.py",
        'if isinstance(node.op, ast.Add) and old.kind.name == "list":',
        'if isinstance(node.op, ast.Add) and old.kind.name in ("list", "row", "tuple"):',
    ),
    Fault("function_text.py", "kind = Is.INT if kind == Is.SAFE else kind", "pass"),
    Fault("value_kinds.py", "SMALLEST_UNSURE = 1 << 24", "SMALLEST_UNSURE = 1 << 62"),
    Fault(
        "operator_text.py", "if kinds <= {*SURE, Is.BOOL} and (sign", "if kinds <= {*SURE, Is.BOOL, Is.INT} and (sign"
    ),
    Fault("operator_text.py", "yes, no = (text, kept) if joined else (kept, text)", "yes, no = (text, kept)"),
    Fault("operator_text.py", "            left = Lowered(kept, right.kind)\n", ""),
    Fault("statement_text.py", 'return f"(+{value.text})"', 'return f"({value.text})"'),
    Fault("python_library.py", 'return f"{name}_" if name in OF_ARRAYS else name', "return name"),
    Fault("python_library.py", 'return f"{name}_" if name in RESERVED else name', "return name"),
    Fault("statement_text.py", "one if one.text.isdigit() else", "one if one.text.isalnum() else"),
    Fault("statement_text.py", "row = got(fn, owner, fn.lowered(part))", "row = owner"),
    Fault("loop_text.py", 'place if first == "0" else', "place if first else"),
    Fault("loop_text.py", '" && ".join(f"{place} < ', '" || ".join(f"{place} < '),
    Fault("expression_text.py", """({', '.join(again)}))", kind)""", """({', '.join(again)}) && 0)", kind)"""),
    Fault("operator_text.py", "int(right.text) < SHIFTS", "True"),
    Fault("call_text.py", 'given.pop(name, "undefined")', 'given.pop(name, "null")'),
    Fault("loop_text.py", "{listed.text}.length - {-1 - after})", "{listed.text}.length - {-after})"),
    Fault("call_text.py", 'all: _search("false", "true", False)', 'all: _search("false", "true", True)'),
    Fault(
        "page_module.py", "[*self._classes, *self._caches, *constants,", "[*self._classes, *constants, *self._caches,"
    ),
]
