// A crowd at boardgame.io's server, like that of `rookery load`: `node crowd.mjs PORT TABLES PAUSE SECONDS PID` prints
// figures. PID: the server's process.
// Every seat has its own socket. The time of a move is from its sending until the other seat's socket receives it.
import { readFileSync } from 'node:fs'
import { io } from 'socket.io-client'

const [port, tables, pause, seconds, pid] = process.argv.slice(2).map(Number)
const server = `http://127.0.0.1:${port}`
const GAME = 'connect-four'
const OPENING = 16 // tables that are opened at the same time
const SPREAD = 0.5 // fraction of a pause by which it varies, so that players do not all move at once
const TICKS = 100 // of the processor's clock in a second
const waits = []
let measuring = false
let games = 0

/** Seconds that the server has computed so far. */
function cpu() {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

async function post(path, body) {
  const answer = await fetch(server + path, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

async function newMatch() {
  const { matchID } = await post(`/games/${GAME}/create`, { numPlayers: 2, unlisted: true })
  const keys = []
  for (const playerID of ['0', '1']) {
    const { playerCredentials } = await post(`/games/${GAME}/${matchID}/join`, { playerID, playerName: playerID })
    keys.push(playerCredentials)
  }
  return { matchID, keys }
}

/** Two sockets that play against each other for ever: when a game is over, they begin another one. */
class Table {
  async open() {
    this.sockets = ['0', '1'].map(() => io(`${server}/${GAME}`, { transports: ['websocket'], forceNew: true }))
    this.sockets.forEach((socket, seat) => {
      socket.on('update', (match, state) => match === this.matchID && this.heard(seat, state))
      socket.on('sync', (match, { state }) => match === this.matchID && this.synced(seat, state))
    })
    await Promise.all(this.sockets.map((socket) => new Promise((done) => socket.on('connect', done))))
    await this.begin()
  }

  async begin() {
    const { matchID, keys } = await newMatch()
    Object.assign(this, { matchID, keys, ready: 0, sent: 0 })
    const begun = new Promise((done) => (this.begun = done))
    this.sockets.forEach((socket, seat) => socket.emit('sync', matchID, String(seat), keys[seat], 2))
    await begun
  }

  synced(seat, state) {
    this.ready += 1
    if (this.ready !== 2) return
    this.begun()
    this.think(state)
  }

  heard(seat, state) {
    if (seat !== Number(state.ctx.currentPlayer) && !state.ctx.gameover) return
    if (state.ctx.gameover && seat === this.mover) return // the other seat measures the last move
    if (this.sent > 0 && measuring) waits.push(performance.now() - this.sent)
    this.sent = 0
    if (!state.ctx.gameover) this.think(state)
    else {
      if (measuring) games += 1
      void this.begin()
    }
  }

  think(state) {
    const wait = 1000 * pause * (1 + SPREAD * (2 * Math.random() - 1))
    setTimeout(() => this.move(state), pause > 0 ? wait : 0)
  }

  move(state) {
    const free = [0, 1, 2, 3, 4, 5, 6].filter((x) => state.G.cells[35 + x] === null)
    this.mover = Number(state.ctx.currentPlayer)
    const payload = {
      type: 'drop', args: [free[Math.floor(Math.random() * free.length)]], playerID: String(this.mover),
      credentials: this.keys[this.mover],
    }
    this.sent = performance.now()
    this.sockets[this.mover].emit('update', { type: 'MAKE_MOVE', payload }, state._stateID, this.matchID, String(this.mover))
  }
}

const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0
const all = Array.from({ length: tables }, () => new Table())
for (let i = 0; i < all.length; i += OPENING) await Promise.all(all.slice(i, i + OPENING).map((table) => table.open()))
await new Promise((done) => setTimeout(done, 1000 * Math.max(1, pause)))
measuring = true
const computed = cpu()
const start = performance.now()
await new Promise((done) => setTimeout(done, 1000 * seconds))
measuring = false
const sorted = [...waits].sort((a, b) => a - b)
console.log(JSON.stringify({
  moves_a_second: (1000 * waits.length) / (performance.now() - start), p50_ms: quantile(sorted, 0.5), p99_ms: quantile(sorted, 0.99),
  games_ended: games, server_cpu_ms_a_move: (1000 * (cpu() - computed)) / Math.max(1, waits.length),
}))
process.exit(0)
