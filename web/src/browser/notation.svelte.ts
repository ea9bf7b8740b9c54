/** Whether moves are shown in notation, as records have them, in place of words. A choice of this browser. */
import { read, write } from './storage'

const NOTATION = 'rookery.notation'

class Notation {
  on = $state(read(NOTATION, false))

  set(on: boolean): void {
    this.on = on
    write(NOTATION, on)
  }
}

export const notation = new Notation()
