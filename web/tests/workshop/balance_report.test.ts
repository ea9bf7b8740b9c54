/** A report grows with each answer of Python, until it is whole or somebody stops it. */
import { expect, test } from 'vitest'
import { BalanceReport } from '../../src/workshop/balance_report.svelte'
import type { BalanceInPage } from '../../src/workshop/workshop_types'

const TABLE = { slug: 'mine', players: 2, options: { size: 'small' } }

function answer(about: string, ended: boolean): BalanceInPage {
  return { failure: '', about, playing: '', part: 0.5, ended, sections: [], changes: [] }
}

function reportOf(answers: (BalanceInPage | null | Error)[]) {
  const asked: unknown[][] = []
  const report = new BalanceReport('mine', (name, given) => {
    asked.push([name, ...given])
    const next = answers.shift()!
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next)
  })
  return { report, asked }
}

test('it asks until all games are over', async () => {
  const { report, asked } = reportOf([answer('first', false), answer('second', false), answer('third', true)])
  await report.play(TABLE, 7)
  expect(asked).toEqual([['balance', 'mine', 2, '{"size":"small"}', 'random'], ['more_balance'], ['more_balance']])
  expect([report.report?.about, report.running, report.edit]).toEqual(['third', false, 7])
})

test('what was played before somebody stops it, or before another edit, counts', async () => {
  const { report, asked } = reportOf([answer('first', false), answer('second', false), answer('third', true)])
  const played = report.play(TABLE, 1)
  await Promise.resolve()
  report.stop()
  await played
  expect(asked).toHaveLength(1)
  const other = reportOf([answer('first', false), null])
  await other.report.play(TABLE, 1)
  expect([other.report.report?.about, other.report.running]).toEqual(['first', false])
})

test('Python that fails is told in a sentence', async () => {
  const { report } = reportOf([new Error('Python has stopped.')])
  await report.play(TABLE, 1)
  expect([report.report?.failure, report.running]).toEqual(['Python has stopped.', false])
})
