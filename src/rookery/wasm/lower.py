"""From Numba's LLVM text to a WebAssembly object.

A kernel arrives as Numba optimised it for the host. Here it is retargeted, joined with the other kernels of its module,
and optimised again. What makes that possible: kernels never allocate, raise or call Python, so all that Numba adds for
those is dead code.

Each kernel is exported behind a shim that takes one address: that of a block of 64-bit words with its arguments, as
describe.py lays them out. WebAssembly's own arguments would be up to a hundred for one bundle of arrays, and 64-bit
ones are slow to pass from JavaScript. The shim writes the result to word 0, and returns Numba's status, 0 for success.
"""

import re
from collections.abc import Sequence

import llvmlite.binding as llvm

from rookery.wasm.entry_points import EntryPoint

__all__ = ["lowered"]

TARGET_TRIPLE = "wasm32-unknown-unknown"
# what says that code is for the host, or that a caller of C keeps
_HOST = re.compile(
    r'^target (?:datalayout|triple) = .*$| "(?:target-cpu|target-features|tune-cpu|probe-stack)"="[^"]*"', re.M
)
_COUNTS = re.compile(r"^(define [^\n]*@NRT_(?:incref|decref)\([^\n]*\{\n).*?^\}", re.M | re.S)


def lowered(entry_points: Sequence[EntryPoint]) -> bytes:
    """The object file of a module that exports these kernels."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TARGET_TRIPLE).create_target_machine(opt=3)
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{TARGET_TRIPLE}"\n'
    whole, shims = llvm.parse_assembly(head), []
    for entry in entry_points:
        overload = entry.kernel.overloads[entry.types]
        code = llvm.parse_assembly(head + _without_host(overload.library.get_llvm_str()))
        shims.append(_shim(entry.name, code.get_function(overload.fndesc.llvm_func_name)))
        whole.link_in(code)
    whole.link_in(llvm.parse_assembly(head + "\n".join(shims)))
    exported = {entry.name for entry in entry_points}
    for function in whole.functions:
        if not function.is_declaration and function.name not in exported:
            function.linkage = llvm.Linkage.internal
    for variable in whole.global_variables:
        if not variable.is_declaration:
            variable.linkage = llvm.Linkage.internal
    whole.verify()
    _optimise(whole, machine)
    return bytes(machine.emit_object(whole))


def _without_host(text: str) -> str:
    """The text without what is for the host alone. Nothing counts references: their atomic additions cannot be
    lowered."""
    return _COUNTS.sub(r"\1  ret void\n}", _HOST.sub("", text))


def _optimise(module: llvm.ModuleRef, machine: llvm.TargetMachine) -> None:
    """Optimise once more, for WebAssembly: unused code goes first. Vectors stay off: not every browser has them."""
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    first = llvm.create_new_module_pass_manager()
    first.add_global_dead_code_eliminate_pass()
    first.run(module, builder)
    builder.getModulePassManager().run(module, builder)


# ── Shims ────────────────────────────────────────────────────────────────────
def _shim(name: str, target: llvm.ValueRef) -> str:
    """LLVM text of the exported function that calls a kernel with the arguments of a block."""
    _, _, *kinds = (str(argument.type) for argument in target.arguments)  # the first two: the result, an exception
    loads, given = [], ["ptr %block", "ptr %exception"]
    for word, kind in enumerate(kinds, start=1):
        loads.append(f"  %at{word} = getelementptr i64, ptr %block, i32 {word}")
        loads.append(f"  %word{word} = load {kind}, ptr %at{word}, align 8")
        given.append(f"{kind} %word{word}")
    return "\n".join(
        [
            f'declare i32 @"{target.name}"({", ".join(["ptr", "ptr", *kinds])})',
            f'define i32 @"{name}"(ptr %block) {{',
            "  %exception = alloca ptr, align 4",
            *loads,
            "  store i64 0, ptr %block, align 8",  # results may be shorter than a word
            f'  %status = call i32 @"{target.name}"({", ".join(given)})',
            "  ret i32 %status",
            "}",
        ]
    )
