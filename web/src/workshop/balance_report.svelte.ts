/** The report on the balance of a game that somebody writes: it grows while Python plays. */
import type { StudiedGame } from '../study/study_table.svelte'
import type { PythonFunction } from '../sandbox/python_messages'
import type { BalanceInPage } from './workshop_types'

type AskForGames = (name: PythonFunction, given: (string | number)[]) => Promise<BalanceInPage | null>

export class BalanceReport {
  report = $state.raw<BalanceInPage | null>(null)
  running = $state(false)
  level = $state('random')
  edit = $state(0) // of the text that the report is about
  #run = 0

  /** `ask`: asks Python, and rejects with a sentence. */
  constructor(
    readonly slug: string,
    readonly ask: AskForGames,
  ) {}

  /** Play the games of a report about an edit, until it is whole, or until `stop`. */
  async play({ players, options }: StudiedGame, edit: number): Promise<void> {
    const run = ++this.#run
    this.edit = edit
    this.running = true
    this.report = null
    let [name, given]: [PythonFunction, (string | number)[]] = [
      'balance',
      [this.slug, players, JSON.stringify(options), this.level],
    ]
    while (run === this.#run) {
      const report = await this.ask(name, given).catch((error: Error) => failed(error.message))
      if (run !== this.#run) return
      if (report !== null) this.report = report
      if (report === null || report.ended) this.stop()
      ;[name, given] = ['more_balance', []]
    }
  }

  /** There is another game. */
  forget(): void {
    this.stop()
    this.report = null
  }

  /** What was played counts. */
  stop(): void {
    this.#run++
    this.running = false
  }
}

function failed(failure: string): BalanceInPage {
  return { failure, about: '', playing: '', part: 1, ended: true, sections: [], changes: [] }
}
