/**
 * What the birds of bots say: a few words when a game begins and when it has ended, once. They are silent where the game
 * counts, or the time: at rated tables, in contests and with a clock.
 */
import { untrack } from 'svelte'
import { recall, remember } from '../browser/saved_tables'
import type { LevelCard, TableCard } from '../protocol'
import type { Table } from '../state'

const SPEECH_TIME = 7000 // ms
const COUNTING_TIME = 6000 // ms, while the points of a game that has ended are counted in the same place

export interface Speech {
  seat: number
  words: string
}

/** The level of the bot that plays a seat, as the game describes it; undefined where a person plays. */
export function levelOf({ game, seats }: TableCard, seat: number): LevelCard | undefined {
  return game.levels.find(({ id }) => id === seats[seat]?.level)
}

/** The first bot greets the player here; null: nobody does. */
export function greeting(card: TableCard): Speech | null {
  const [first] = talkers(card)
  return first ? said(first.seat, first.level.hello) : null
}

/** The winner speaks, or the first bot to the player here who has beaten it; null: nobody speaks. */
export function farewell(card: TableCard, winners: readonly number[]): Speech | null {
  if (card.game.cooperative || winners.length === card.seats.length) return null
  const birds = talkers(card)
  const winner = birds.find(({ seat }) => winners.includes(seat))
  if (winner) return said(winner.seat, winner.level.won)
  const [first] = birds
  const beaten = card.seats.some(({ yours, index }) => yours && winners.includes(index))
  return first && beaten ? said(first.seat, first.level.lost) : null
}

function talkers(card: TableCard): { seat: number; level: LevelCard }[] {
  if (card.rating || card.clock || card.contest || !card.seats.some(({ yours }) => yours)) return []
  const bots = card.seats.filter(({ kind }) => kind === 'bot')
  return bots.flatMap(({ index }) => {
    const level = levelOf(card, index)
    return level ? [{ seat: index, level }] : []
  })
}

const said = (seat: number, words: string) => (words ? { seat, words } : null)

/** To be made where a component begins. */
export class BirdSpeech {
  now = $state.raw<Speech | null>(null)
  #over: boolean | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(table: Table) {
    $effect(() => {
      const { card, newest, told } = table
      if (!card?.begun || !newest || told !== newest) return
      const played = table.moves.some(({ seat }) => card.seats[seat ?? -1]?.yours)
      untrack(() => this.#see(card, newest, played))
    })
    $effect(() => () => clearTimeout(this.#timer))
  }

  /** `played`: by whoever sits here. */
  #see(card: TableCard, { over, winners }: { over: boolean; winners: readonly number[] }, played: boolean): void {
    const arrived = this.#over === undefined
    const changed = this.#over !== over
    this.#over = over
    if (over && changed && !arrived) this.#say(farewell(card, winners), SPEECH_TIME + COUNTING_TIME)
    if (over || !arrived || recall(card.id)?.greeted) return
    if (!played) this.#say(greeting(card), SPEECH_TIME)
    remember({ id: card.id, greeted: true })
  }

  #say(speech: Speech | null, ms: number): void {
    clearTimeout(this.#timer)
    this.now = speech
    if (speech) this.#timer = setTimeout(() => (this.now = null), ms)
  }
}
