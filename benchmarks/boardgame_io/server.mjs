// Connect Four on boardgame.io's own server: `node server.mjs PORT [FOLDER]`. With a folder, matches are stored in files.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { FlatFile, Server } = require('boardgame.io/server')
const { INVALID_MOVE } = require('boardgame.io/core')

const [WIDTH, HEIGHT] = [7, 6]
const WAYS = [[1, 0], [0, 1], [1, 1], [1, -1]]
const at = (cells, x, y) => (x < 0 || x >= WIDTH || y < 0 || y >= HEIGHT ? null : cells[y * WIDTH + x])

/** Whether the stone at (x, y) is one of four in a row. */
function four(cells, x, y) {
  const mine = at(cells, x, y)
  return WAYS.some(([dx, dy]) => {
    let count = 1
    for (const way of [1, -1]) for (let i = way; at(cells, x + i * dx, y + i * dy) === mine; i += way) count += 1
    return count >= 4
  })
}

export const connectFour = {
  name: 'connect-four',
  setup: () => ({ cells: Array(WIDTH * HEIGHT).fill(null), winner: null, stones: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, playerID }, x) => {
      const y = [...Array(HEIGHT).keys()].find((row) => at(G.cells, x, row) === null)
      if (!(x >= 0 && x < WIDTH) || y === undefined) return INVALID_MOVE
      G.cells[y * WIDTH + x] = playerID
      G.stones += 1
      if (four(G.cells, x, y)) G.winner = playerID
    },
  },
  endIf: ({ G }) => (G.winner !== null ? { winner: G.winner } : G.stones === WIDTH * HEIGHT ? { draw: true } : undefined),
}

const [port, folder] = process.argv.slice(2)
const db = folder ? new FlatFile({ dir: folder, logging: false }) : undefined
const server = Server({ games: [connectFour], origins: [/.*/], ...(db ? { db } : {}) })
server.run(Number(port), () => console.log('listening'))
