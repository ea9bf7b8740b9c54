/** Something that is tried at the press of a button, one at a time. */
import { sentence } from '../text/english'

export class Attempt {
  busy = $state(false)
  failure = $state('') // a sentence

  async of(work: () => Promise<unknown>): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.failure = ''
    await work().catch((error: Error) => (this.failure = sentence(error.message)))
    this.busy = false
  }
}
