/** All games of the person here: from a server that knows the name tag, else those that this browser remembers. */
import { isOver, resultOf, tables } from '../browser/saved_tables'
import { ownTables } from '../lobby/own_tables.svelte'
import { myTurn } from '../lobby/own_table_text'
import type { GamePlace, GamesAsked, RatingCard, Tally, TagGames, YourTable } from '../protocol'
import { ownTag } from '../tags/own_tag.svelte'
import { signedRequest } from '../tags/signed_requests'

export const RESULTS = ['', 'running', 'won', 'lost', 'drawn'] as const
export type ResultFilter = (typeof RESULTS)[number]

export class MyGames {
  all = $state.raw<readonly YourTable[]>([])
  tallies = $state.raw<readonly Tally[]>([])
  ratings = $state.raw<readonly RatingCard[]>([])
  loaded = $state(false)
  failure = $state('')
  game = $state('') // slug; '': all
  result = $state<ResultFilter>('')
  next = $state.raw<GamePlace | null>(null)
  #asked = 0

  total = $derived(this.tallies.reduce((sum, { running, won, lost, drawn }) => sum + running + won + lost + drawn, 0))
  won = $derived(this.tallies.reduce((sum, { won }) => sum + won, 0))
  running = $derived(this.all.filter((table) => !isOver(table)))
  over = $derived(this.all.filter(isOver))

  /** The first page, of a game and a result. */
  async show(game: string, result: ResultFilter): Promise<void> {
    this.game = game
    this.result = result
    const number = ++this.#asked
    await this.#tried(async () => {
      if (!ownTag.card) await ownTag.load()
      const found = ownTag.card ? await this.#page(null) : await this.#local()
      if (number !== this.#asked) return
      this.all = once(found.games)
      this.next = found.next
      this.tallies = found.tallies
      this.ratings = found.ratings
    })
  }

  async more(): Promise<void> {
    const number = this.#asked
    await this.#tried(async () => {
      const found = await this.#page(this.next)
      if (number !== this.#asked) return
      this.all = once([...this.all, ...found.games])
      this.next = found.next
    })
  }

  async #tried(work: () => Promise<void>): Promise<void> {
    this.failure = ''
    await work().catch((error: Error) => (this.failure = error.message))
    this.loaded = true
  }

  async #page(after: GamePlace | null): Promise<TagGames> {
    const { game, result } = this
    return (await signedRequest('/api/tag/games', { game, result, after } satisfies GamesAsked)) as TagGames
  }

  async #local(): Promise<TagGames> {
    await ownTables.refresh()
    const known = tables().flatMap(({ standing }) => (standing && standing.yours.length > 0 ? [standing] : []))
    const games = known.filter((table) => fits(table, this.game, this.result))
    return {
      games: games.sort((a, b) => place(a) - place(b) || b.at - a.at),
      next: null,
      tallies: tallied(known),
      ratings: [],
    }
  }
}

function fits(table: YourTable, game: string, result: ResultFilter): boolean {
  return (game === '' || table.game === game) && (result === '' || resultOf(table) === result)
}

function place(table: YourTable): number {
  return isOver(table) ? 2 : myTurn(table) ? 0 : 1
}

function tallied(games: readonly YourTable[]): Tally[] {
  const counts = new Map<string, Tally>()
  for (const table of games) {
    const tally = counts.get(table.game) ?? { game: table.game, running: 0, won: 0, lost: 0, drawn: 0 }
    tally[resultOf(table)] += 1
    counts.set(table.game, tally)
  }
  return [...counts.values()]
}

/** Each table once: a person may have several of its seats, each of which is an entry of the history. */
function once(games: readonly YourTable[]): YourTable[] {
  return [...new Map(games.toReversed().map((table) => [table.id, table])).values()].toReversed()
}
