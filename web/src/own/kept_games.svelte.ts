/** The games that people write in this browser, each with its texts. */
import { HERE, isOf, read, remove, write } from '../browser/storage'

export type Texts = Readonly<Record<string, string>> // path in the folder of the game -> text of the file

export interface KeptGame {
  id: number // counted from 1
  name: string
}

interface Shelf {
  games: readonly KeptGame[] // the newest first
  open: number // the id of the one on which somebody works; 0: none
}

const SHELF_KEY = `rookery.own-games${HERE}`
const ONLY_GAME_KEY = 'rookery.own-game' // of pages that kept one game
const NAME_GIVEN = /\bname\s*=\s*(["'])(.*?)\1/
const textsKey = (id: number) => `rookery.own-game.${id}${HERE}`

/** The name that a game gives itself. */
export function nameIn(texts: Texts): string {
  const text = texts['facts.py'] ?? ''
  const facts = text.slice(Math.max(0, text.indexOf('Facts('))) // options may stand before them, with names of their own
  return NAME_GIVEN.exec(facts)?.[2] || 'A game without a name'
}

export class KeptGames {
  #shelf = $state.raw<Shelf>(read(SHELF_KEY, { games: [], open: 0 }))
  kept = $state(true) // false: the browser keeps nothing

  constructor() {
    const only = read<Texts | null>(ONLY_GAME_KEY, null)
    if (only && this.#shelf.games.length === 0 && this.add(only)) remove(ONLY_GAME_KEY)
  }

  get all(): readonly KeptGame[] {
    return this.#shelf.games
  }

  /** The id of the open one; 0: none. */
  get open(): number {
    return this.#shelf.open
  }

  textsOf(id: number): Texts | null {
    return read<Texts | null>(textsKey(id), null)
  }

  /** What another tab has just written into the open game; null: nothing. */
  writtenElsewhere(event: StorageEvent): Texts | null {
    return isOf(event, textsKey(this.open)) ? this.textsOf(this.open) : null
  }

  /** Keep another game, and open it. Whether the browser keeps it. */
  add(texts: Texts): boolean {
    const id = Math.max(0, ...this.#newest().games.map((game) => game.id)) + 1
    return this.#put({ id, name: nameIn(texts) }, texts)
  }

  /** The open game has other texts. Whether the browser keeps them. */
  put(texts: Texts): boolean {
    return this.open === 0 ? this.add(texts) : this.#put({ id: this.open, name: nameIn(texts) }, texts)
  }

  /** The id of the game with these texts; 0: there is none. */
  find(texts: Texts): number {
    const wanted = inOrder(texts)
    return this.all.find(({ id }) => inOrder(this.textsOf(id) ?? {}) === wanted)?.id ?? 0
  }

  choose(id: number): void {
    this.#write({ ...this.#newest(), open: id })
  }

  /** The texts of the game, with which it can be brought back. */
  remove(id: number): Texts | null {
    const texts = this.textsOf(id)
    const { games, open } = this.#newest()
    remove(textsKey(id))
    this.#write({ games: games.filter((game) => game.id !== id), open: open === id ? 0 : open })
    return texts
  }

  #put(game: KeptGame, texts: Texts): boolean {
    const { games } = this.#newest()
    const there = games.some(({ id }) => id === game.id)
    this.kept = write(textsKey(game.id), texts)
    const added = this.kept ? [game, ...games] : games // nobody could turn to it again
    const listed = there ? games.map((one) => (one.id === game.id ? game : one)) : added
    this.#write({ games: listed, open: game.id })
    return this.kept
  }

  /** As other tabs may have left it, but for the game that is open here. */
  #newest(): Shelf {
    return { games: read(SHELF_KEY, this.#shelf).games, open: this.#shelf.open }
  }

  #write(shelf: Shelf): void {
    this.#shelf = shelf
    write(SHELF_KEY, shelf)
  }
}

const inOrder = (texts: Texts): string => JSON.stringify(Object.entries(texts).sort())
