/** Drawings and rules that somebody made, without all that is no drawing and no text. */
import purify from 'dompurify'
import { ATTRIBUTE_LEAVES, ATTRIBUTES, ELEMENTS, MOST_MARKUP, MOST_TAGS } from '../game/drawing_parts'
import { cleanedStyles } from './cleaned_styles'

const MOST_HEADINGS = 500 // a page lists them, too
const MOST_DRAWN = 50_000 // elements, as often as they are used
const REFERENCES = /^#(.+)$|url\(\s*['"]?#([^'")]+)/g
const NO_DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"></svg>'

// A drawing may use parts of itself, and nothing else: no links, no pictures from elsewhere.
const DRAWING = {
  ALLOWED_TAGS: ELEMENTS,
  ALLOWED_ATTR: ATTRIBUTES,
  SANITIZE_DOM: false, // the name of a part may be that of a property of the page, which hides no property
  RETURN_DOM_FRAGMENT: true as const,
}
const LEADS_AWAY = new RegExp(ATTRIBUTE_LEAVES, 'i')
// of the parts of rules (src/rookery/export); others could look like parts of the page
const CLASSES = new Set(['in-short', 'position', 'rule-note', 'rule-number', 'try-it'])
// The links of a text lead to lessons: where, the page says (src/rules/chapters.ts).
const TEXT = {
  ALLOWED_TAGS: [
    ...['p', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'em', 'strong'],
    ...[
      'code',
      'pre',
      'blockquote',
      'br',
      'hr',
      'figure',
      'figcaption',
      'div',
      'span',
      'section',
      'details',
      'summary',
      'a',
    ],
  ],
  ALLOWED_ATTR: [
    ...['id', 'class', 'data-code', 'data-view', 'data-viewer', 'data-players', 'data-zones', 'data-width'],
    ...['data-height', 'data-note', 'data-lesson'],
  ],
  ALLOW_DATA_ATTR: false,
  SANITIZE_NAMED_PROPS: true, // its names are none of the page
}

/** A drawing; an empty one for what would take a page too long to draw. */
export function cleanedSvg(text: string): string {
  if (isLarge(text)) return NO_DRAWING
  const styles = [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('svg style')]
  const svg = cleanedElement(text)
  if (!svg || drawnElements(svg) > MOST_DRAWN) return NO_DRAWING
  const style = document.createElementNS(svg.namespaceURI, 'style')
  style.textContent = cleanedStyles(styles.map(({ textContent }) => textContent).join('\n'))
  svg.classList.add('drawn')
  svg.prepend(style)
  return svg.outerHTML
}

export function cleanedHtml(text: string): string {
  if (isLarge(text) || text.split(/<h[1-6]/i).length > MOST_HEADINGS)
    return '<p>The rules of this game are too long to be shown.</p>'
  return hooked(ofRules, () => purify.sanitize(text, TEXT))
}

/** Whether a page would take long to read it. */
function isLarge(text: string): boolean {
  return text.length > MOST_MARKUP || text.split('<').length > MOST_TAGS
}

function cleanedElement(text: string): Element | undefined {
  const parts = hooked(onlyOwnParts, () => purify.sanitize(text, DRAWING))
  return [...parts.children].find(({ localName }) => localName === 'svg')
}

/** The result, with each element looked at once more. */
function hooked<T>(look: (element: Element) => void, clean: () => T): T {
  purify.addHook('afterSanitizeAttributes', look)
  try {
    return clean()
  } finally {
    purify.removeHook('afterSanitizeAttributes')
  }
}

function ofRules(element: Element): void {
  const kept = [...(element.classList ?? [])].filter((name) => CLASSES.has(name))
  if (element.hasAttribute?.('class')) element.setAttribute('class', kept.join(' '))
}

function onlyOwnParts(element: Element): void {
  for (const { name, value } of [...element.attributes]) {
    const leads = name.endsWith('href') && !value.startsWith('#')
    if (leads || LEADS_AWAY.test(value)) element.removeAttribute(name)
  }
}

/** The elements of a drawing, each as often as it is used: few that use each other can be millions, and more than there
 *  can be if one uses itself. */
function drawnElements(drawing: Element): number {
  const all = [...drawing.querySelectorAll('[id]')].reverse() // a name means the first that has it
  const named = new Map(all.map((element) => [element.id, element]))
  const counts = new Map<Element, number>()
  const count = (element: Element): number => {
    const known = counts.get(element)
    if (known !== undefined) return known
    counts.set(element, Infinity)
    const used = referred(element).flatMap((id) => named.get(id) ?? [])
    const all = [...element.children, ...used].reduce((sum, one) => sum + count(one), 1)
    counts.set(element, all)
    return all
  }
  return count(drawing)
}

function referred(element: Element): string[] {
  return [...element.attributes].flatMap(({ value }) =>
    [...value.matchAll(REFERENCES)].map(([, whole, inside]) => whole ?? inside ?? ''),
  )
}
