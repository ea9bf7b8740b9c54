/** Whether moves are shown in notation, as in records, instead of words. Chosen once for a browser. */
import { read, write } from './storage'

const NOTATION_KEY = 'rookery.notation'

class Notation {
  on = $state(read(NOTATION_KEY, false))

  set(on: boolean): void {
    this.on = on
    write(NOTATION_KEY, on)
  }
}

export const notation = new Notation()
