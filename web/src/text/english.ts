/** English: lists, sentences, capitals, shares. */

export function list(names: readonly string[], joint = 'and'): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} ${joint} ${names.at(-1)}`
}

/** "1 mistake", "2 mistakes". */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

export function percent(share: number): string {
  return `${Math.round(100 * share)}%`
}

/** A refusal as a sentence. */
export function sentence(words: string): string {
  return stopped(capital(words))
}

/** With a full stop, unless it has one. */
export function stopped(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
