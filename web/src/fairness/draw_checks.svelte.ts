/** The checks of this game's draws, and their results. */
import { SvelteMap } from 'svelte/reactivity'
import type { Checked, Pledge, Refused } from '../protocol'
import { isFair, opening, canHash, ticket, tree } from './provably_fair'
import type { CheckAnswer, CheckResult, DrawChecks, Finding, Table } from '../state'
import { sentence } from '../text/english'

const NO_RESULT: CheckResult = { words: '', finding: null }
const UNANSWERABLE = new Set(['StillSecret', 'NotDrawn', 'NoSuchPly'])
const BUSY = 'TooBusy'
const CHECK_INTERVAL = 55 // ms: the server takes so many a second
const BUSY_INTERVAL = 600 // ms, after the server was busy

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

export class DrawChecker implements DrawChecks {
  findings = new SvelteMap<number, Finding>() // by ply
  all = $state<'' | 'running' | 'fair' | 'unfair'>('') // of all draws, from the secret
  one = $state.raw(NO_RESULT) // of the last single check
  draws: number[] = $derived.by(() => {
    const since = this.table.witness.seen?.pledge?.since ?? 0 // earlier plies were drawn at another table
    return this.table.moves.filter((entry) => entry.seat === null && entry.ply > since).map((entry) => entry.ply)
  })

  result: CheckResult = $derived.by(() => {
    if (this.all === '') return this.one
    if (this.all === 'running') return { words: 'Checking all draws …', finding: null }
    if (this.all === 'fair')
      return { words: `Checked: all ${this.draws.length} draws were fixed before the game.`, finding: 'fair' }
    return { words: 'Not everything is as promised before the game.', finding: 'unfair' }
  })

  #asked: { ply: number; answer: (draw: CheckAnswer) => void } | null = null

  constructor(readonly table: Table) {}

  /** Whether the server has contradicted what this browser saw first: then no check says that a draw was fair. */
  get doubtful(): boolean {
    return this.table.witness.doubts.length > 0
  }

  /** What draws are checked against: what this browser saw first, never what the newest card says. */
  get #seen(): { pledge: Pledge | null; clientSeeds: string[] } {
    const { seen } = this.table.witness
    return { pledge: seen?.pledge ?? null, clientSeeds: (seen?.clientSeeds ?? []).map((seed) => seed ?? '') }
  }

  wentBack(plies: number): void {
    for (const ply of this.findings.keys()) if (ply > plies) this.findings.delete(ply)
    this.all = ''
    this.one = NO_RESULT
  }

  /** Checks one draw, if this page may know it. */
  async check(ply: number): Promise<Finding | null> {
    const { pledge, clientSeeds } = this.#seen
    if (!pledge || !canHash() || this.#asked || this.all === 'running') return null
    this.one = NO_RESULT
    this.findings.set(ply, 'asked')
    const answer = await this.#ask(ply)
    if (answer?.type !== 'checked') {
      this.one = { words: answer ? sentence(answer.words) : 'There is no connection right now.', finding: null }
      if (answer?.code === 'StillSecret') this.findings.set(ply, 'secret')
      else this.findings.delete(ply)
      return this.findings.get(ply) ?? null
    }
    const good = (await isFair(answer, pledge, clientSeeds)) && !this.doubtful ? 'fair' : 'unfair'
    this.findings.set(ply, good)
    this.one = {
      words:
        good === 'fair'
          ? 'Checked: this draw was fixed before the game.'
          : 'This draw is not as promised before the game.',
      finding: good,
    }
    return good
  }

  /** Checks all draws of a game that is over, from the secret that was promised. */
  async checkAll(): Promise<void> {
    const { pledge, clientSeeds } = this.#seen
    const secret = this.table.card?.luck?.secret
    if (!secret || !pledge || !canHash() || this.#asked || this.all === 'running') return
    this.all = 'running'
    this.one = NO_RESULT
    const taken = this.table.moves.slice(0, pledge.since).map((entry) => entry.text)
    const kept =
      (await tree(secret, pledge.tickets)) === pledge.tree && (await opening(secret, taken)) === pledge.opening
    let good = kept && !this.doubtful
    for (const ply of this.draws) {
      const draw = await this.#patiently(ply)
      if (!draw) {
        this.all = ''
        this.one = { words: 'Not all draws could be checked.', finding: null }
        return
      }
      const own = { ...draw, ticket: await ticket(secret, ply) }
      const right = kept && (await isFair(own, pledge, clientSeeds))
      this.findings.set(ply, right ? 'fair' : 'unfair')
      good &&= right
      await pause(CHECK_INTERVAL)
    }
    this.all = good ? 'fair' : 'unfair'
    this.table.say(this.result.words)
  }

  /** The server has answered a check. */
  answered(message: Checked): void {
    if (this.#asked?.ply === message.ply) this.#answer(message)
  }

  /** Whether a refusal was the answer to a check. */
  refused(message: Refused): boolean {
    if (!this.#asked || !(UNANSWERABLE.has(message.code) || message.code === BUSY)) return false
    this.#answer(message)
    return true
  }

  /** The page is disconnected: no answer will come. */
  disconnected(): void {
    this.#answer(null)
  }

  #answer(message: CheckAnswer): void {
    const asked = this.#asked
    this.#asked = null
    asked?.answer(message)
  }

  #ask(ply: number): Promise<CheckAnswer> {
    return new Promise((answer) => {
      this.#asked = { ply, answer }
      if (this.table.send({ type: 'check', ply })) return
      this.#asked = null
      answer(null)
    })
  }

  async #patiently(ply: number): Promise<Checked | null> {
    for (;;) {
      const answer = await this.#ask(ply)
      if (answer?.type === 'checked') return answer
      if (answer?.code !== BUSY) return null
      await pause(BUSY_INTERVAL)
    }
  }
}
