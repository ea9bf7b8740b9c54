/** The chapters of a game's rules; their headings have ids from the server. */

export interface Chapter {
  id: string
  text: string
}

export function chapters(text: HTMLElement): Chapter[] {
  return [...text.querySelectorAll('h2[id]')].map((heading) => ({ id: heading.id, text: heading.textContent ?? '' }))
}

/** Makes what scrolls sideways reachable by keyboard. May be called again for the same text: tables are wrapped once. */
export function reachable(text: HTMLElement): void {
  for (const table of text.querySelectorAll(':not(.wide) > table')) {
    const wide = document.createElement('div')
    wide.className = 'wide'
    table.replaceWith(wide)
    wide.append(table)
  }
  for (const part of text.querySelectorAll<HTMLElement>('pre, .wide')) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0
  }
}
