/** The chapters of a game's rules, which the server names by ids. */

export interface Chapter {
  id: string
  text: string
}

export function chapters(book: HTMLElement): Chapter[] {
  return [...book.querySelectorAll('h2[id]')].map((heading) => ({ id: heading.id, text: heading.textContent ?? '' }))
}

/** Where the rules of a game are, or one of their chapters. */
export function rulesAddress(slug: string, chapter = ''): string {
  return `/games/${encodeURIComponent(slug)}/rules${chapter ? `#${encodeURIComponent(chapter)}` : ''}`
}

/** What moves sideways can be moved by keyboard. The same book may come again: what is wrapped stays. */
export function reachable(book: HTMLElement): void {
  for (const table of book.querySelectorAll(':not(.wide) > table')) {
    const wide = document.createElement('div')
    wide.className = 'wide'
    table.replaceWith(wide)
    wide.append(table)
  }
  for (const part of book.querySelectorAll<HTMLElement>('pre, .wide')) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0
  }
}
