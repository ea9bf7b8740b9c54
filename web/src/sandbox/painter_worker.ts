/** A worker in a sandbox that draws and plays games with code that nobody knows. */
/// <reference lib="webworker" />
import { gameCode } from '../game/game_code'
import { giveFiles } from '../given/given_files'
import { PagePainter, type Positions } from '../painting/painter'
import type { FromPainter, ToPainter } from './painter_messages'

const MOST_STUDIES = 8 // studies

const painters = new Map<string, Promise<PagePainter>>() // by the name of the code
const studies = new Map<string, Promise<Positions>>()

async function painter(name: string): Promise<PagePainter> {
  const found = painters.get(name)
  if (!found) throw new Error('The game is not here any more.')
  return found
}

function open(name: string, code: Blob): Promise<PagePainter> {
  const address = new URL(name, 'https://code.invalid').href
  giveFiles({ [address]: code })
  const opened = gameCode(address).then((code) => new PagePainter(code))
  painters.set(name, opened)
  return opened
}

function study({ name, card, eyes }: ToPainter & { kind: 'ask' }): Promise<Positions> {
  const key = JSON.stringify([name, card, eyes])
  const found = studies.get(key) ?? painter(name).then((painter) => painter.study(card, eyes))
  studies.delete(key)
  studies.set(key, found)
  for (const old of [...studies.keys()].slice(0, -MOST_STUDIES)) studies.delete(old)
  return found
}

async function answer(message: ToPainter): Promise<unknown> {
  if (message.kind === 'open') return (await open(message.name, message.code)).sounds
  if (message.kind === 'picture') return (await painter(message.name)).picture(message.seen, message.zones)
  if (message.kind === 'told') return (await painter(message.name)).told(message.seen, message.actions)
  if (message.kind === 'why') return (await painter(message.name)).why(message.seen, message.path, message.spot)
  if (message.kind === 'lesson') return (await painter(message.name)).lesson(message.script, message.answers)
  const positions = (await study(message)) as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
  return positions[message.method]!(...message.given)
}

/** Functions, and all else that is no data, stay here. */
const plain = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)))

self.onmessage = async ({ data }: MessageEvent<ToPainter>) => {
  const { id } = data
  try {
    self.postMessage({ kind: 'answer', id, answer: plain(await answer(data)) } satisfies FromPainter)
  } catch (error) {
    self.postMessage({ kind: 'failed', id, words: (error as Error).message } satisfies FromPainter)
  }
}
