// Answers for the tests of what was lowered: a line of JSON comes in, and one goes out.
//
//   {module}             load a module; nothing goes out
//   {program}          load a program, which may ask for more of the runtime than a game; nothing goes out
//   {view}               what the cases after it see; nothing goes out
//   {call, args, answer} call a function of the module; null goes out, or what was found instead of the answer; {waits}:
//                        it is asynchronous
//   {run, args}          run a coroutine of the module; what it gave goes out, or which exception
//   {helper, args}       call a function of the runtime; what it gave goes out, or which exception; {changes}: what
//                        became of its first argument
const runtime = await import(process.argv[2])
const given = { $view: () => view, $pos: () => view.numbers }
let game, view
const bytesOf = (text) => Uint8Array.from(Buffer.from(text, 'base64'))

function read(value) {
  if (typeof value === 'string' && Object.hasOwn(given, value)) return given[value]()
  if (Array.isArray(value)) return value.map(read)
  if (value === null || typeof value !== 'object') return value
  const [[name, inner]] = Object.entries(value)
  if (name === '$int') return BigInt(inner)
  if (name === '$float') return Number(inner)
  if (name === '$bytes') return bytesOf(inner)
  if (name === '$state') return runtime.readState(game.layout, bytesOf(inner))
  if (name === '$new') return new game[inner[0]](...inner[1].map(read))
  if (name === '$set') return new runtime.PySet(inner.map(read))
  if (name === '$dict') return new runtime.Dict(inner.map(read))
  if (name === '$options') return Object.fromEntries(inner.map(([option, x]) => [option, read(x)]))
  if (name === '$call') return (...args) => runtime[inner](...args)
  throw new Error(`no ${name}`)
}

function written(value) {
  if (typeof value === 'bigint') return { $int: `${value}` }
  if (value instanceof runtime.PySet) return { $set: [...value.values()].map(written) }
  if (value instanceof runtime.Dict) return { $dict: value.items().map((pair) => pair.map(written)) }
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') }
  if (Array.isArray(value)) return Array.from(value, written)
  if (Number.isNaN(value) || value === Infinity || value === -Infinity) return { $float: `${value}` }
  if (value === undefined) return '$undefined'
  if (value === null || typeof value !== 'object') return value
  if (value[Symbol.iterator]) return Array.from(value, written)
  return Object.fromEntries(Object.entries(value).map(([name, x]) => [name, written(x)]))
}

/** Whether a value is what a line says; the names of an object in its order. */
function equal(value, told) {
  if (value === told) return true
  if (value === null || typeof value !== 'object' || told === null || typeof told !== 'object')
    return equalText(value, told)
  if (Array.isArray(value))
    return Array.isArray(told) && value.length === told.length && value.every((one, i) => equal(one, told[i]))
  if (value instanceof Uint8Array || value[Symbol.iterator] || value instanceof runtime.PySet || value instanceof runtime.Dict)
    return equalText(value, told)
  const names = Object.keys(value)
  const others = Object.keys(told)
  return names.length === others.length && names.every((name, i) => name === others[i] && equal(value[name], told[name]))
}

const equalText = (value, told) => JSON.stringify(written(value)) === JSON.stringify(told)

async function load(file) {
  const module = await import(file)
  game = module.layout.length ? runtime.fitted(module) : module.default(runtime)
}

/** What the page does itself; and the verbs of rules, which write into what they are given. */
const VERBS = {
  legal(pos, most) {
    const actions = Array(most).fill(0)
    return actions.slice(0, game.legal(pos, actions))
  },
  weights(pos, actions) {
    const out = Array(actions.length).fill(0)
    game.weights(pos, actions, actions.length, out)
    return out
  },
  utilities(pos, seats) {
    const out = Array(seats).fill(0)
    game.utilities(pos, out)
    return out
  },
  play: (pos, action) => changed(pos, (state) => game.play(state, action)),
  seen: ({ mover, is_over, legal_actions, outcome }) => ({ mover, is_over, legal_actions, outcome }),
  drawn: (view, facing) => runtime.drawn(view, facing),
  preview: (view, action, facing) => runtime.preview(view, action, facing),
  reason: (view, path, spot, facing) => runtime.reason(view, runtime.drawn(view, facing), path, spot),
  knows: (pos, action, seats) => seats.map((seat) => game.knows(pos, action, seat)),
  points: (pos, seats) => seats.map((seat) => game.points(pos, seat)),
  /** What a board says of a way: its words from number `seen` on, what is shown from number `shown` on; and what some
   * clicks say. */
  studied(card, way, seen, eyes, shown = seen) {
    const board = new runtime.StudyBoard(JSON.parse(card), game, eyes)
    const moments = board.moments(way, shown)
    const { scene, preview, explain } = moments.at(-1)
    const tried = scene.choices.slice(0, 3).map(({ action }) => preview(action))
    const clicked = scene.choices.length > 0 ? scene.spots.slice(0, 5).map(({ id }) => explain([], id)) : []
    return { entries: board.entries(way, seen), moments, draws: board.draws(way), tried, clicked }
  },
  random: (card, way) => new runtime.StudyBoard(JSON.parse(card), game, null).drawn(way),
  impossible(card, way) {
    try {
      return new runtime.StudyBoard(JSON.parse(card), game, null).at(way) && ''
    } catch (error) {
      return error.message
    }
  },
  /** What comes of the right answers, and of one more. */
  lesson(script, answers, action) {
    const session = new runtime.LessonSession(JSON.parse(script), game)
    for (const answer of answers) session.answer(answer)
    return { moment: session.moment, feedback: action === null ? null : session.answer(action), done: session.done }
  },
  hide: (pos, seat) => changed(pos, (state) => game.hide(state, seat)),
  kernel: (name, given) => [game[name](...given) ?? null, given],
}

function changed(pos, change) {
  const state = runtime.copied(pos)
  change(state)
  return state
}

async function answer({ call, args, answer, waits }) {
  let got
  try {
    got = (VERBS[call] ?? game[call])(...args.map(read))
    if (waits) got = await runtime.promise_of(got)
    else if (got?.next) got = [...got] // what raises, raises here
  } catch (error) {
    got = `${error.stack}`.split('\n').slice(0, 6).join(' | ')
  }
  return equal(got, answer) ? null : { got: written(got) }
}

function helped({ helper, args, changes }) {
  try {
    const given = args.map(read)
    const value = runtime[helper](...given)
    return { value: written(changes ? given[0] : value) }
  } catch (error) {
    if (!(error instanceof runtime.PythonError)) throw error
    return { raised: error.kind }
  }
}

async function ran({ run, args }) {
  try {
    return { value: written(await runtime.promise_of(game[run](...args.map(read)))) }
  } catch (error) {
    return { raised: error.kind ?? `${error.stack}` }
  }
}

function see({ state, viewer, players }) {
  const bytes = bytesOf(state)
  const { read } = runtime.GameView
  view = game.mover ? read(game, bytes, viewer, players) : { numbers: runtime.readState(game.layout, bytes) }
}

let rest = ''
process.stdin.setEncoding('utf-8')
for await (const some of process.stdin) {
  const lines = (rest + some).split('\n')
  rest = lines.pop()
  let out = ''
  for (const line of lines) {
    const asked = JSON.parse(line)
    if (asked.view) see(asked.view)
    else if (asked.module) await load(asked.module)
    else if (asked.program) game = (await import(asked.program)).default(runtime)
    else if (asked.run) out += `${JSON.stringify(await ran(asked))}\n`
    else out += `${JSON.stringify(asked.call ? await answer(asked) : helped(asked))}\n`
  }
  process.stdout.write(out)
}
process.exit(0) // the loop of coroutines has a port open, which would keep it alive
