/** The chapters of a game's rules; their headings have ids from the server. */

export interface Chapter {
  id: string
  text: string
}

export function chapters(book: HTMLElement): Chapter[] {
  return [...book.querySelectorAll('h2[id]')].map((heading) => ({ id: heading.id, text: heading.textContent ?? '' }))
}

/** The address of a game's rules, or of one of their chapters. */
export function rulesAddress(slug: string, chapter = ''): string {
  return `/games/${encodeURIComponent(slug)}/rules${chapter ? `#${encodeURIComponent(chapter)}` : ''}`
}

/** Makes what scrolls sideways reachable by keyboard. May be called again for the same text: tables are wrapped once. */
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
