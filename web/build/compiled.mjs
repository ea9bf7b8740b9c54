// node compiled.mjs FOLDER: compiles the modules in modules.zip with the Python of pages, into compiled.zip.
// The bytecode is never checked against the text, and has no columns for tracebacks: it is smaller and starts sooner.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadPyodide } from 'pyodide'

const COMPILE = `
import importlib.util
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc as bytecode

with zipfile.ZipFile("/modules.zip") as modules, zipfile.ZipFile("/compiled.zip", "w") as compiled:
    for path in modules.namelist():
        text = modules.read(path)
        code = compile(text, path, "exec", dont_inherit=True)
        hashed = bytecode(code, importlib.util.source_hash(text), False)
        compiled.writestr(importlib.util.cache_from_source(path), hashed)
`
const [folder] = process.argv.slice(2)
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: '1' } })
python.FS.writeFile('/modules.zip', new Uint8Array(readFileSync(join(folder, 'modules.zip'))))
python.runPython(COMPILE)
writeFileSync(join(folder, 'compiled.zip'), python.FS.readFile('/compiled.zip'))
