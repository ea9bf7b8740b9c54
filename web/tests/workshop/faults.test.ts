/** What goes wrong on the board is told in the words of Python, which knows the line. */
import { expect, test, vi } from 'vitest'
import type { Painter, Positions } from '../../src/painting/painter'
import type { BoardCard } from '../../src/protocol'
import { GameFault } from '../../src/sandbox/distant_painter'
import { tellingFaults } from '../../src/workshop/faults'

const TOLD = 'index 30 is out of bounds (rules.py, line 81)'

async function studied(error: Error) {
  const positions = { moments: () => Promise.reject(error), text: () => Promise.reject(error) }
  const painter = { study: () => Promise.resolve(positions as unknown as Positions) } as unknown as Painter
  const told = vi.fn(() => Promise.resolve(TOLD))
  return { told, positions: await tellingFaults(painter, told).study({} as BoardCard, null) }
}

test('a fault of the game is told with its place', async () => {
  const fault = new GameFault('Cannot read properties of undefined')
  const { told, positions } = await studied(fault)
  await expect(positions.moments([3, 5], 2)).rejects.toThrow(TOLD)
  expect(told).toHaveBeenCalledWith([3, 5], fault)
})

test('nobody asks Python for what is no way, or no fault of the game', async () => {
  const fault = await studied(new GameFault('Cannot read properties of undefined'))
  await expect(fault.positions.text({})).rejects.toThrow('Cannot read')
  const late = await studied(new Error('The game has changed since.'))
  await expect(late.positions.moments([3], 0)).rejects.toThrow('has changed')
  expect([fault.told, late.told].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
})
