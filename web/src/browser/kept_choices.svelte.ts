/** Choices that are made once for a browser: yes or no. */
import { read, write } from './storage'

class KeptChoice {
  on = $state(false)

  constructor(readonly key: string) {
    this.on = read(key, false)
  }

  set(on: boolean): void {
    this.on = on
    write(this.key, on)
  }
}

/** Whether moves are shown in notation, as in records, instead of words. */
export const notation = new KeptChoice('rookery.notation')

/** Whether rules are shown with their numbers and with notes on how they are read. */
export const ruleNotes = new KeptChoice('rookery.rule_notes')

/** Whether each move is to be confirmed. */
export const alwaysAsk = new KeptChoice('rookery.ask')
