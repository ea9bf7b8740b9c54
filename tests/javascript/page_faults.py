"""Faults that are planted in the runtime of pages and in the lowering: each is a text, and what it becomes."""

from tests.planting import faults

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
            ": a.constructor === b.constructor && eq(Object.values(a), Object.values(b));": ": false;",
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
            'below(LookupError, "KeyError")': 'below(Exception, "KeyError")',
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
            "row = got(fn, owner, fn.lowered(part))": "row = owner",
            "return f\"{fn.helper('caught')}($e, [": "return f\"!{fn.helper('caught')}($e, [",
            'last = ["finally {", *block(fn, node.finalbody), "}"]': 'last = ["finally {", "}"]',
            'lines += [f"if ({flag}) {{"': 'lines += ["if (true) {"',
            "{raised} = $e; throw $e;": "{raised} = $e;",
        },
        "function_text.py": {
            "kind = Is.INT if kind == Is.SAFE else kind": "pass",
            "if self.outer is None or isinstance(value, ast.Constant):": "if True:",
            "if x not in self.parameters and x not in placed]": "if x not in self.parameters and x not in self.inner]",
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
            'return f"{name}_" if name in RESERVED or name[0].isupper() else name': "return name",
        },
        "loop_text.py": {
            "{listed.text}.length - {-1 - after})": "{listed.text}.length - {-after})",
        },
        "expression_text.py": {
            """({', '.join(again)}))", kind)""": """({', '.join(again)}) && 0)", kind)""",
        },
        "argument_text.py": {
            'given.pop(name, "undefined")': 'given.pop(name, "null")',
            "if at == sorted(at) or": "if True or",
        },
        "builtin_text.py": {
            'all: _search("false", "true", False)': 'all: _search("false", "true", True)',
        },
        "class_text.py": {
            '"static " if decorators & {': '"" if decorators & {',
            "value: this.${name}_found()": "value: this.${name}_found(this.${name}_found())",
            "return bool(found)": "return False",
        },
        "json_schema.py": {
            "if not isinstance(default, MadeAnew):": "if True:",
        },
        "method_text.py": {
            "{fn.helper('method_of')}({owner.text}, ": "{fn.helper('method_of')}([], ",
            'fn.module.members.add(f".{name}")': "pass",
            'text if kind.name == "class" else f"{text}.constructor"': "text",
            "above = next((one for one in cls.__mro__[1:] if": "above = next((one for one in cls.__mro__ if",
        },
        "member_kinds.py": {
            "Is.INT\n        if kind in WHOLE_NUMBERS": "kind\n        if kind in WHOLE_NUMBERS",
        },
        "page_module.py": {
            "[*classes, *self._caches, *constants,": "[*classes, *constants, *self._caches,",
            "return 1 + self._height(above) if above else 0": "return -self._height(above) if above else 1",
        },
    }
)
