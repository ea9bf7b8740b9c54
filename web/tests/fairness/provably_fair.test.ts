/** draws.json holds what core/fair.py makes of a secret; tests/browser/test_luck.py sees to it that it still does. */
import { expect, test } from 'vitest'
import {
  canonical,
  drawn,
  isFair,
  number,
  opening,
  canHash,
  commitment,
  root,
  ticket,
  tree,
  clientSeed,
} from '../../src/fairness/provably_fair'
import known from './draws.json'

const draws = known.draws.map((draw) => ({ ...draw, type: 'checked' as const }))

test('a word is as the server wants it, and another one each time', () => {
  expect(clientSeed()).toMatch(/^[0-9a-f]{32}$/)
  expect(clientSeed()).not.toBe(clientSeed())
  expect(canHash()).toBe(true)
})

test('tickets, the tree, the promise and numbers are those of the server', async () => {
  expect(await tree(known.secret, known.pledge.tickets)).toBe(known.pledge.tree)
  expect(await opening(known.secret, known.opened)).toBe(known.opening)
  expect(canonical({ ...known.pledge, bots: [0, 2] })).toMatch(/^{"bots":\[0,2\],"components"/)
  expect(canonical(known.pledge)).toMatch(
    /^{"bots":\[\],"components":{"b.py":"0a"},"game":"g","opening":"[0-9a-f]{64}","options":{"alpha":"a \\"b\\"","zeta":"größer"},"players":3/,
  )
  expect(await commitment(known.pledge)).toBe(known.commitment)
  for (const draw of draws) {
    expect(await ticket(known.secret, draw.ply)).toBe(draw.ticket)
    expect(await root(draw.ticket, draw.ply, draw.audit_path)).toBe(known.pledge.tree)
    expect(await number(draw.ticket, known.client_seeds)).toBe(BigInt(`0x${draw.number}`))
  }
})

test('odds are exact, at their borders and as small as can be', () => {
  for (const { number, odds, drawn: due } of [...known.borders, ...draws]) {
    expect(drawn(BigInt(`0x${number}`), odds)).toBe(due)
  }
  expect(drawn(0n, [])).toBe(-1)
})

test('a draw is fair as it came, and in no other way', async () => {
  for (const draw of draws) {
    expect(await isFair(draw, known.pledge, known.client_seeds)).toBe(true)
    expect(await isFair({ ...draw, drawn: draw.drawn + 1 }, known.pledge, known.client_seeds)).toBe(false)
    expect(await isFair({ ...draw, ply: draw.ply + 1 }, known.pledge, known.client_seeds)).toBe(false)
    expect(await isFair({ ...draw, ticket: known.secret }, known.pledge, known.client_seeds)).toBe(false)
    expect(await isFair({ ...draw, audit_path: draw.audit_path.slice(1) }, known.pledge, known.client_seeds)).toBe(
      false,
    )
  }
  const large = draws.find((draw) => draw.odds.length > 50)!
  expect(await isFair(large, known.pledge, ['', '', ''])).toBe(false)
})
