/**
 * The engine of a page: analyses that grow while the page goes on, threats, reviews, and in a static site advice for
 * bots. It thinks in workers of its own, which start when they are needed and end after a while without a question; the
 * worker of the tables is left alone.
 */
import type { AnyWorker } from '../given/any_worker'
import { CrewMember, type CrewReport } from './crew_member'
import type { EngineFiles, ToEngineWorker } from './engine_messages'
import type {
  AttemptAnswer,
  AttemptQuestion,
  EngineAnswer,
  EngineQuestion,
  ReviewAnswer,
  ReviewQuestion,
  ThreatAnswer,
  ThreatQuestion,
} from './engine_types'

/** Who asked for something that grows. After `failed`, or the answer that is done, nothing more comes. */
export interface EngineListener<Answer = EngineAnswer> {
  told(answer: Answer): void
  failed(words: string): void // a sentence
}

const REST_AFTER = 600_000 // ms without a question

interface Asked {
  places: number // of the crew, from 0
  shared: boolean // each place hears what the others find; else the one with place 0 does
  told(text: string): void
  failed(words: string): void
}

export class Engine {
  readonly #crew = new Map<number, CrewMember>() // by place; the one with place 0 answers
  readonly #asked = new Map<number, Asked>() // by number
  #next = 0
  #rest: ReturnType<typeof setTimeout> | undefined

  /** `size`: the most workers that leave the page a core of its own; `all`: the most for a work that ends. */
  constructor(
    readonly files: EngineFiles,
    readonly base: string,
    readonly create: () => AnyWorker,
    readonly size: number,
    readonly all = size,
  ) {
    document.addEventListener('visibilitychange', () => {
      for (const member of this.#crew.values()) member.post({ kind: 'pause', paused: document.hidden })
      this.#expect()
    })
  }

  /** Begin to start, before anybody asks. */
  warm(): void {
    this.#member(0)
  }

  /** Its workers end; with the next question others start. */
  end(): void {
    for (const member of this.#crew.values()) member.end()
    this.#crew.clear()
  }

  /** A question about this game may come: what is slow to load, a worker that is there already loads now. */
  prepare(game: string): void {
    this.#crew.get(0)?.post({ kind: 'prepare', game })
  }

  /**
   * Analyse a view; returns what ends it. It rests while the page is hidden. All workers share the work; but if
   * simulations are counted, one does it all, so that the same seed gives the same answer on every machine. `most`:
   * workers; to start more takes longer than a short question.
   */
  analyse(question: EngineQuestion, { told, failed }: EngineListener, most = this.size): () => void {
    const places = question.simulations == null ? Math.min(most, this.size) : 1
    return this.#together('analyse', question, places, { told, failed })
  }

  /** Look for threats; returns what ends it. */
  threat(question: ThreatQuestion, listener: EngineListener<ThreatAnswer>): () => void {
    const number = this.#follow(1, false, listener)
    this.#member(0).post({ kind: 'threat', number, question: JSON.stringify(question) })
    return () => this.#end(number)
  }

  /** Review a game; returns what ends it. However many share the work, the review is the same. */
  review(question: ReviewQuestion, listener: EngineListener<ReviewAnswer>): () => void {
    return this.#together('review', question, this.all, listener)
  }

  /** Judge an action. Rejects with a sentence. */
  async attempt(question: AttemptQuestion): Promise<AttemptAnswer> {
    return JSON.parse(await this.#once('attempt', JSON.stringify(question))) as AttemptAnswer
  }

  /** The BotAdvice to a BotQuestion, both as JSON: a seed may be too large for a number. Rejects with a sentence. */
  advise(question: string): Promise<string> {
    return this.#once('advise', question)
  }

  #once(kind: 'attempt' | 'advise', question: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const number = this.#ask({
        places: 1,
        shared: false,
        told: (text) => {
          this.#asked.delete(number)
          this.#idle()
          resolve(text)
        },
        failed: (words) => reject(new Error(words)),
      })
      this.#member(0).post({ kind, number, question })
    })
  }

  /** Several workers share the work. */
  #together<Answer extends { done: boolean }>(
    kind: 'analyse' | 'review',
    asked: object,
    workers: number,
    listener: EngineListener<Answer>,
  ): () => void {
    const number = this.#follow(workers, kind === 'review', listener)
    const question = JSON.stringify(asked)
    for (let place = 0; place < workers; place++) this.#member(place).post({ kind, number, question, place, workers })
    return () => this.#end(number)
  }

  #follow<Answer extends { done: boolean }>(
    places: number,
    shared: boolean,
    { told, failed }: EngineListener<Answer>,
  ): number {
    const number = this.#ask({
      places,
      shared,
      told: (text) => {
        const answer = JSON.parse(text) as Answer
        if (answer.done) this.#end(number)
        told(answer)
      },
      failed,
    })
    return number
  }

  #ask(asked: Asked): number {
    clearTimeout(this.#rest)
    this.#asked.set(this.#next, asked)
    this.#member(0)
    this.#expect()
    return this.#next++
  }

  #member(place: number): CrewMember {
    let member = this.#crew.get(place)
    if (!member) {
      const told = (message: CrewReport) => this.#hear(place, message)
      member = new CrewMember(this.create(), this.base, this.files, told, (words) => this.#lose(place, words))
      if (document.hidden) member.post({ kind: 'pause', paused: true })
      this.#crew.set(place, member)
    }
    return member
  }

  #hear(place: number, { number, what, text }: CrewReport): void {
    const asked = this.#asked.get(number)
    if (!asked) return // it was stopped meanwhile
    if (what === 'part') this.#tell(asked, { kind: 'hear', number, place, part: text })
    else if (what === 'refused' && place > 0) this.#tell(asked, { kind: 'lose', number, place })
    else if (what !== 'refused') asked.told(text)
    else {
      this.#end(number)
      asked.failed(text)
    }
  }

  /** The next question starts another worker at this place. */
  #lose(place: number, words: string): void {
    this.#crew.get(place)?.end()
    this.#crew.delete(place)
    for (const [number, asked] of [...this.#asked])
      if (place === 0) {
        this.#end(number)
        asked.failed(words)
      } else if (place < asked.places) this.#tell(asked, { kind: 'lose', number, place })
  }

  /** News of a worker, for those that wait for them. */
  #tell({ places, shared }: Asked, news: ToEngineWorker & { kind: 'hear' | 'lose' }): void {
    for (let other = 0; other < (shared ? places : 1); other++)
      if (other !== news.place) this.#crew.get(other)?.post(news)
  }

  #end(number: number): void {
    if (this.#asked.delete(number)) for (const member of this.#crew.values()) member.forget(number)
    this.#idle()
  }

  /** The worker that answers says something now and then, unless it rests. */
  #expect(): void {
    this.#crew.get(0)?.owes(this.#asked.size > 0 && !document.hidden)
  }

  /** Each worker holds its trees. */
  #idle(): void {
    this.#expect()
    clearTimeout(this.#rest)
    if (this.#asked.size > 0) return
    this.#rest = setTimeout(() => this.end(), REST_AFTER)
  }
}
