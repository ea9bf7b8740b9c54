// Calls a function of a Python file in the Python of the site: node run_python.mjs FILE FUNCTION INPUT OUTPUT.
// The function gets the bytes of one file and returns those of the other. CPython's compiled files fit one version only,
// and only Pyodide is sure to have it.
import { readFile, writeFile } from 'node:fs/promises'
import { loadPyodide } from 'pyodide'

const [, , file, name, input, output] = process.argv
const pyodide = await loadPyodide({ env: { PYTHONNODEBUGRANGES: '1' } }) // columns of errors would make files a third larger
pyodide.runPython(await readFile(file, 'utf-8'), { filename: file })
const result = pyodide.globals.get(name)(new Uint8Array(await readFile(input)))
await writeFile(output, result.toJs())
process.exit()
