// The parlour as a page runs it, in Node: lines of JSON come in and go out (page_process.py says which).
import { readFile } from 'node:fs/promises'

const [runtimeFile, programFile] = process.argv.slice(2)
const runtime = await import(runtimeFile)
const program = (await import(programFile)).default(runtime)

const tell = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
const bytesOf = (text) => Uint8Array.from(Buffer.from(text, 'base64'))
const textOf = (bytes) => Buffer.from(bytes).toString('base64')
let clocks = [null, null] // the time of day, and the time that passes, ms, where a test has set them
runtime.host.now = () => clocks[0] ?? Date.now()
runtime.host.passed = () => clocks[1] ?? performance.now()

// ── What the parlour asks of the test ────────────────────────────────────────
const asked = new Map()
let questions = 0
const ask = (kind, ...given) =>
  new Promise((resolve, reject) => {
    asked.set(++questions, { resolve, reject })
    tell({ question: questions, kind, given })
  })

function answered({ answer, value, error }) {
  const { resolve, reject } = asked.get(answer)
  asked.delete(answer)
  if (error) reject(Object.assign(new Error(error.words), { name: error.name }))
  else resolve(value)
}

const storage = {
  put: (entries) => ask('put', entries.map(([key, bytes]) => [key, textOf(bytes)])),
  get: async (prefix) => (await ask('get', prefix)).map(([key, text]) => [key, bytesOf(text)]),
  remove: (keys) => ask('remove', keys),
}

const host = ({ codes, files, arts }) => ({
  storage,
  codes: new runtime.Dict(Object.entries(codes)),
  notice: (words) => tell({ notice: words }),
  advise: (question) => ask('advise', question),
  async code(slug) {
    const { layout, default: made } = await import(files[slug])
    return { ...runtime.pageCode({ ...made(runtime), layout }), art: await readFile(arts[slug], 'utf-8') }
  },
})

// ── What the test asks of the parlour ────────────────────────────────────────
let parlour
const talks = new Map()

async function request({ request: number, method, path, body }) {
  const [status, headers, bytes] = await runtime.promise_of(parlour.request(method, path, bytesOf(body)))
  tell({ reply: number, status, headers: Object.fromEntries(headers.items()), body: textOf(bytes) })
}

async function receive(message) {
  clocks = message.clocks
  if (message.start) {
    parlour = await runtime.promise_of(program.start(host(message.start)))
    tell({ started: true })
  } else if (message.request) await request(message)
  else if (message.connect) {
    const { connect: number, table } = message
    const heard = (text) => {
      if (message.deaf) throw new Error('the port is closed')
      tell({ heard: number, text })
    }
    talks.set(number, parlour.connect(table, heard, (code) => tell({ closed: number, code })))
  } else if (message.say) talks.get(message.say).receive(message.text)
  else if (message.end) talks.get(message.end).end()
  else if (message.answer) answered(message)
}

let rest = ''
process.stdin.setEncoding('utf-8')
process.stdin.on('data', (some) => {
  const lines = (rest + some).split('\n')
  rest = lines.pop()
  for (const line of lines)
    receive(JSON.parse(line)).catch((error) => tell({ failed: `${error.stack}`, kind: error.kind ?? 'Error', words: error.message }))
})
process.stdin.on('end', () => process.exit(0))
