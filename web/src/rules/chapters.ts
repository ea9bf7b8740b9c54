/** The chapters of a game's rules; their headings have ids from the server. */
import { addresses } from '../router/route'

export interface Chapter {
  id: string
  text: string
  inner: boolean // part of the chapter before it
}

/** Of several headings with one id, the first. */
export function chapters(text: HTMLElement): Chapter[] {
  const found = new Map<string, Chapter>()
  for (const { id, tagName, textContent } of headings(text))
    if (!found.has(id)) found.set(id, { id, text: textContent ?? '', inner: tagName === 'H3' })
  return [...found.values()]
}

function headings(text: HTMLElement): HTMLElement[] {
  return [...text.querySelectorAll<HTMLElement>('h2[id], h3[id]')]
}

/** The chapter that is being read: the last one whose heading is not below `line`, px from the top of the window. */
export function chapterAt(text: HTMLElement, line: number): string {
  return headings(text).findLast((heading) => heading.getBoundingClientRect().top <= line)?.id ?? ''
}

/** Gives links to lessons their addresses and, on a page of its own, each heading a link to itself. */
export function linked(text: HTMLElement, slug: string, own: boolean): void {
  for (const link of text.querySelectorAll<HTMLAnchorElement>('a[data-lesson]')) {
    link.href = addresses.learn(slug, link.dataset.lesson)
    if (!own) Object.assign(link, { target: '_blank', rel: 'noopener' }) // the table stays
  }
  for (const heading of own ? headings(text) : []) {
    const link = document.createElement('a')
    link.href = addresses.rules(slug, heading.id)
    link.append(...heading.childNodes)
    heading.append(link)
  }
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
