"""Faults that are planted in the runtime of pages and in the lowering: each is a text, and what it becomes."""

from tests.planting import faults

__all__ = ["IN_LOWERING", "IN_RUNTIME"]

IN_RUNTIME = faults(
    {
        "": {
            "return Math.floor(a / b);": "return Math.trunc(a / b);",
            "return quotient * b !== a && a < 0n !== b < 0n ? quotient - 1n : quotient;": "return quotient;",
            "return rest < 0 !== b < 0 ? rest + b : rest;": "return rest;",
            "return (floatMod(even, 2) === 0 ? even : even + 1) / tens;": "return (even + 1) / tens;",
            "return (rest < .5 ? below : below + 1) / tens;": "return Math.trunc(moved + .5) / tens;",
            "if (b === 0 || b === false) throw": "if (b === false) throw",
            "halves(high(a), high(b)) * 4294967296 + (halves(a | 0, b | 0) >>> 0)": "halves(a | 0, b | 0)",
            "BigInt.asUintN(64, big(mask))": "BigInt.asUintN(32, big(mask))",
            "32 + lowest32(high)": "lowest32(high)",
            "ones32(low) + ones32(high)": "ones32(low)",
            "if (left < 0n) left = -left;": "if (left < 0n) left = ~left;",
            "POWERS = Array.from({ length: 55 }": "POWERS = Array.from({ length: 32 }",
            "Math.floor(a / POWERS[": "Math.trunc(a / POWERS[",
            "return Number.isSafeInteger(moved) ? moved": "return by < 54 ? moved",
            "const isSure = (result) => result <= Number.MAX_SAFE_INTEGER && ": "const isSure = (result) => ",
            "from[index < 0 ? index + from.length : index]": "from[index]",
            "if (value[NAME] === void 0) Object.defineProperty(value, NAME, {": (
                "if (true) Object.defineProperty(value, NAME, { configurable: true,"
            ),
            "return a < b ? -1 : a > b ? 1 : 0;": "return a < b ? -1 : 1;",
            "at < 0 ? a.length - b.length": "at < 0 ? b.length - a.length",
            "areNumbers(a, b) ? a > b :": "areNumbers(a, b) ? a >= b :",
            ".sort(([a], [b]) => reverse ? order(b, a) : order(a, b))": (
                '.sort(([a], [b]) => order(a, b))[reverse ? "reverse" : "slice"]()'
            ),
            "return a.constructor === b.constructor && eq(Object.values(a), Object.values(b));": "return false;",
            "Array.isArray(b) && a.length === b.length && a.every(": "Array.isArray(b) && a.every(",
            "b.has(name) && eq(x, b.get(name))": "b.has(name)",
            "(first.slice(1) + text.slice(1)).toLowerCase()": "first.slice(1) + text.slice(1)",
            'typeof value.length === "number" ? value.length > 0 : true': "true",
            "text.split(old).join(other)": "text.replace(old, other)",
            'return typeof found === "string" ? `${found.length}:${found}` : `${found},`;': "return `${found}`;",
            'case "boolean": return +value;': 'case "boolean": return `${value}`;',
            ': typeof one !== "boolean") return false;': ": true) return false;",
            "(one & 65535) !== one": "(one & 1048575) !== one",
            "Number.isSafeInteger(number) ? number : a": "number",
            "at.set(name, result);": "at.set(name, given);",
            "name = last < 0 ? null : key(given[last]);": "name = last < 0 ? null : key(given[0]);",
            "name in fields ? fields[name] : tuple[i]": "fields[name] || tuple[i]",
            'typeof value !== "object" && Array.isArray(old) ? filled(old, value) : copied(value)': "value",
            "...ABOVE[thrown.kind] ?? []": "...[]",
            "last.length + 1 + word.length <= width": "last.length + word.length <= width",
        },
    }
)
IN_LOWERING = faults(
    {
        "statement_text.py": {
            'if isinstance(node.op, ast.Add) and old.kind.name == "list":': (
                'if isinstance(node.op, ast.Add) and old.kind.name in ("list", "row", "tuple"):'
            ),
            'return f"(+{value.text})"': 'return f"({value.text})"',
            "one if one.text.isdigit() else": "one if one.text.isalnum() else",
            "row = got(fn, owner, fn.lowered(part))": "row = owner",
        },
        "function_text.py": {
            "kind = Is.INT if kind == Is.SAFE else kind": "pass",
        },
        "value_kinds.py": {
            "SMALLEST_UNSURE = 1 << 24": "SMALLEST_UNSURE = 1 << 62",
        },
        "operator_text.py": {
            "if kinds <= {*SURE, Is.BOOL} and (sign": "if kinds <= {*SURE, Is.BOOL, Is.INT} and (sign",
            "yes, no = (text, kept) if joined else (kept, text)": "yes, no = (text, kept)",
            "            left = Lowered(kept, right.kind)\n": "",
            "int(right.text) < SHIFTS": "True",
        },
        "python_library.py": {
            'return f"{name}_" if name in OF_ARRAYS else name': "return name",
            'return f"{name}_" if name in RESERVED else name': "return name",
        },
        "loop_text.py": {
            'place if first == "0" else': "place if first else",
            '" && ".join(f"{place} < ': '" || ".join(f"{place} < ',
            "{listed.text}.length - {-1 - after})": "{listed.text}.length - {-after})",
        },
        "expression_text.py": {
            """({', '.join(again)}))", kind)""": """({', '.join(again)}) && 0)", kind)""",
        },
        "call_text.py": {
            'given.pop(name, "undefined")': 'given.pop(name, "null")',
            'all: _search("false", "true", False)': 'all: _search("false", "true", True)',
        },
        "page_module.py": {
            "[*self._classes, *self._caches, *constants,": "[*self._classes, *constants, *self._caches,",
        },
    }
)
