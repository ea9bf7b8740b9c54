// The engine as a worker of a page runs it, in Node: lines of JSON come in and go out (engine_process.py says which).
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'

const [runtimeFile, programFile] = process.argv.slice(2)
const runtime = await import(runtimeFile)
const program = (await import(programFile)).default(runtime)

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
const engine = program.start((number, what, text) => say({ number, what, text }))

async function open({ slug, code, description, module }) {
  const { layout, default: made } = await import(code)
  const wasm = await WebAssembly.compile(await readFile(module))
  const told = JSON.parse(await readFile(description, 'utf-8'))
  const broken = (error) => program.broken(slug, String(error))
  program.open_game(slug, runtime.engineCode({ ...made(runtime), layout }, told, wasm, broken))
}

for await (const line of createInterface({ input: process.stdin })) {
  const { method, given } = JSON.parse(line)
  if (method === 'open') await open(given)
  else engine[method](...given)
}
process.exit() // what waits holds nobody
