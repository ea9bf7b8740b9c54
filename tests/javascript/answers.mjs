// Calls what was lowered, and compares with what Python answered. Lines of JSON come in, each a case; a line comes out
// for each answer that differs, and at the end the number of cases.
import { createInterface } from 'node:readline'

const [runtimeFile, moduleFile] = process.argv.slice(2)
const runtime = await import(runtimeFile)
const module = await import(moduleFile)
const missing = module.needs.filter((name) => !(name in runtime))
if (missing.length) throw new Error(`the runtime has no ${missing.join()}`)
const game = module.default(runtime)
const bytes = (hex) => Uint8Array.from(Buffer.from(hex, 'hex'))

let view, cases = 0
for await (const line of createInterface({ input: process.stdin })) {
  const given = JSON.parse(line)
  if (given.view) {
    const numbers = runtime.readState(module.layout, bytes(given.view.state))
    view = { ...given.view, numbers, states: [numbers] }
    continue
  }
  cases++
  let got
  try {
    const args = given.args.map((arg) => (arg === '$view' ? view : arg === '$pos' ? view.numbers : arg))
    got = answers(given, args)
  } catch (error) {
    got = `${error.stack}`.split('\n').slice(0, 6).join(' | ')
  }
  const expected = JSON.stringify(given.answer)
  if (JSON.stringify(got) !== expected) console.log(JSON.stringify({ call: given.call, args: given.args, expected: given.answer, got }))
}
console.log(JSON.stringify({ cases }))

function answers({ call, actions }, args) {
  const plain = (value) => JSON.parse(JSON.stringify(value, (_, x) => (typeof x === 'bigint' ? `${x}` : x)))
  if (call === 'legal') {
    const actions = Array(args[1]).fill(0)
    return actions.slice(0, game.legal(args[0], actions))
  }
  if (call === 'play' || call === 'hide') {
    const state = runtime.copied(args[0])
    game[call](state, args[1])
    return plain(state)
  }
  if (call === 'weights') {
    const out = Array(args[1].length).fill(0)
    game.weights(args[0], args[1], args[1].length, out)
    return out
  }
  const found = game[call](...args)
  return found === undefined ? null : plain(found?.[Symbol.iterator] && typeof found !== 'string' ? [...found] : found)
}
