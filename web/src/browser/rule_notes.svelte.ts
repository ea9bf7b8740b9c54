/** Whether rules are shown with their numbers and with notes on how they are read. Chosen once for a browser. */
import { read, write } from './storage'

const RULE_NOTES_KEY = 'rookery.rule_notes'

class RuleNotes {
  on = $state(read(RULE_NOTES_KEY, false))

  set(on: boolean): void {
    this.on = on
    write(RULE_NOTES_KEY, on)
  }
}

export const ruleNotes = new RuleNotes()
