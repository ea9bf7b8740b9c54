/** Positions outside a table, as the board knows a table: those of a lesson, and those on which a game is studied. */
import { parlour } from '#parlour'
import type { Painter } from '../painting/painter'
import { artSvg } from '../net/requests'
import type { BoardCard, Entry } from '../protocol'
import { recent } from '../scene/marks'
import { Playback } from '../scene/playback.svelte'
import { arrangedMoment, narrowScreen } from './screen'
import { sounds, type GameSounds } from '../sound/sounds.svelte'
import { Stage } from '../scene/stage.svelte'
import type { BoardTable, ShownMoment } from '../state'
import { Selection } from './select.svelte'

export abstract class StillTable implements BoardTable {
  abstract readonly slug: string
  abstract readonly gameName: string
  abstract readonly styles: readonly string[]
  abstract readonly live: boolean
  /** The seat whose moves are not those of others; null: there is none, and only the last move is marked. */
  abstract own(): number | null

  newest = $state.raw<ShownMoment | null>(null)
  sent = $state.raw<{ ply: number; action: number } | null>(null)
  drawings = $state<string | null>(null) // null: they have not come yet
  failure = $state('')
  announced = $state('')

  readonly browsing = null
  readonly selection: Selection = new Selection(this)
  readonly stage = new Stage()
  readonly playback = new Playback(this.stage, {
    browsing: () => false,
    onClock: () => false,
    before: () => 'show',
    landed: (happened) => {
      for (const name of this.silent ? [] : happened) sounds.play(this.#sounds, name)
    },
  })
  silent = false // it plays itself, and nobody has asked it to
  #sounds: GameSounds = []
  protected moves = $state.raw<readonly Entry[]>([])
  #newest: ShownMoment | null = null // as it was said; on a narrow screen its scene is arranged in another way

  shown = $derived(this.playback.shown)
  /** The last move and the replies to it have come to rest. */
  quiet = $derived(this.newest !== null && (this.playback.landed ?? this.shown) === this.newest)
  recent: Entry[] = $derived.by(() => {
    const own = this.own()
    return this.shown ? recent(this.moves, this.shown, own === null ? [] : [own], own === null) : []
  })

  constructor() {
    narrowScreen.addEventListener('change', this.#rearrange)
  }

  abstract move(action: number): void
  end(): void {
    narrowScreen.removeEventListener('change', this.#rearrange)
    this.playback.end()
  }

  say(words: string): void {
    this.announced = words === this.announced ? `${words} ` : words
  }

  hurry(): Promise<boolean> {
    return this.playback.finish().then(() => true)
  }

  /** What draws a game; its drawings are there, too. Rejects with a sentence. */
  protected async painter({ code, name }: BoardCard): Promise<Painter> {
    if (code === '') throw new Error(`This page cannot draw ${name}.`)
    const [drawings, painter] = await Promise.all([artSvg(this.slug), parlour.painter(code)])
    this.drawings = drawings
    this.#sounds = painter.sounds as GameSounds
    return painter
  }

  /** Shows positions one after the other; `moves`: those that led to them. */
  protected present(moments: readonly ShownMoment[], moves: readonly Entry[]): void {
    this.#newest = moments.at(-1)!
    const all = moments.map(arrangedMoment)
    this.newest = all.at(-1)!
    all.forEach((moment, i) => {
      const move = moves[i]
      const news = move && (move.seat === this.own() ? 'own' : 'others')
      this.playback.add({ moment, others: news === 'others', news, origin: move?.spots[0] })
    })
  }

  /** The screen has become narrow or wide. */
  readonly #rearrange = () => {
    if (!this.#newest) return
    this.newest = arrangedMoment(this.#newest)
    this.playback.clear()
    this.playback.add({ moment: this.newest, others: false })
  }
}
