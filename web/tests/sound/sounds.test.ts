/** Sounds: synthesised after the first touch, off by one tap, and that is kept. */
import { beforeEach, expect, test, vi } from 'vitest'
import type { GameSounds } from '../../src/sound/sounds.svelte'

const GAME: GameSounds = [
  [
    'moved',
    [
      ['sine', 200, 100, 0.1, 0.5, 0],
      ['noise', 900, 400, 0.1, 0.5, 0.2],
    ],
  ],
]
let played: string[] // what began, and when

const param = () => ({
  value: 0,
  setValueAtTime: vi.fn(),
  linearRampToValueAtTime: vi.fn(),
  exponentialRampToValueAtTime: vi.fn(),
})

/** As much of the browser's sound as the page uses. */
function withSound(): void {
  class FakeNode {
    gain = param()
    frequency = param()
    constructor(
      _: object,
      readonly options: { type?: string } = {},
    ) {}
    connect = (next: object) => next
    start = (at: number) => void played.push(`${this.options.type ?? 'noise'} ${at}`)
    stop() {}
  }
  class FakeContext {
    state = 'suspended'
    currentTime = 1
    sampleRate = 100
    destination = {}
    resume = async () => void (this.state = 'running')
  }
  class FakeBuffer {
    getChannelData = () => new Float32Array(100)
  }
  for (const name of ['GainNode', 'BiquadFilterNode', 'OscillatorNode', 'AudioBufferSourceNode'])
    vi.stubGlobal(name, FakeNode)
  vi.stubGlobal('AudioContext', FakeContext)
  vi.stubGlobal('AudioBuffer', FakeBuffer)
}

async function fresh() {
  vi.resetModules()
  return (await import('../../src/sound/sounds.svelte')).sounds
}

async function touch(): Promise<void> {
  dispatchEvent(new Event('pointerdown'))
  await Promise.resolve()
}

beforeEach(() => {
  played = []
  withSound()
})

test('nothing sounds before the first touch', async () => {
  const sounds = await fresh()
  sounds.play(GAME, 'moved')
  expect(played).toEqual([])
  await touch()
  sounds.play(GAME, 'moved')
  expect(played).toEqual(['sine 1', 'noise 1.2'])
  sounds.play(GAME, 'of a newer server')
  expect(played).toHaveLength(2)
})

test('they are off by one tap, and stay so; what was asked for still rings', async () => {
  const sounds = await fresh()
  await touch()
  sounds.set(false)
  sounds.play(GAME, 'moved')
  const later = await fresh()
  await touch()
  later.play(GAME, 'moved')
  expect([later.on, played]).toEqual([false, []])
  later.ring([['triangle', 200, 200, 0.1, 0.5, 0]])
  await vi.waitFor(() => expect(played).toEqual(['triangle 1']))
})

test('a browser without sound is silent', async () => {
  vi.stubGlobal('AudioContext', undefined)
  const sounds = await fresh()
  await touch()
  sounds.play(GAME, 'moved')
  sounds.ring(GAME[0]![1])
  expect(played).toEqual([])
})

test('nothing sounds in a tab at which nobody looks', async () => {
  const sounds = await fresh()
  await touch()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  sounds.play(GAME, 'moved')
  expect(played).toEqual([])
  hidden.mockRestore()
  sounds.play(GAME, 'moved')
  expect(played).toHaveLength(2)
})

test('moves go on where sound or vibration fails', async () => {
  const fails = () => {
    throw new Error('not here')
  }
  const sounds = await fresh()
  await touch()
  vi.stubGlobal('OscillatorNode', fails)
  vi.stubGlobal('navigator', { ...navigator, vibrate: fails })
  expect(() => sounds.play(GAME, 'moved')).not.toThrow()
  expect(() => sounds.buzz()).not.toThrow()
})

test('a phone buzzes unless it shall not', async () => {
  const vibrate = vi.fn()
  vi.stubGlobal('navigator', { ...navigator, vibrate })
  const sounds = await fresh()
  sounds.buzz()
  sounds.setBuzz(false)
  sounds.buzz()
  expect(vibrate).toHaveBeenCalledTimes(1)
})
