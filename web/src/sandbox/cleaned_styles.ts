/** The styles of drawings that somebody made: they colour what is drawn, and the seats, and nothing else of the page. */
import { DRAWN_LOOKS, MOST_RULES, SELECTOR, STYLE_LEAVES } from '../game/drawing_parts'

const KEPT_LOOKS = new Set(DRAWN_LOOKS)
const OF_SEATS = /^--seat-\d$/
const OWN_NAME = /^--[\w-]+$/ // with an escape, a name could hold a rule
const SIMPLE = new RegExp(SELECTOR)
const NOT_INSIDE = new RegExp(STYLE_LEAVES, 'i')
// Parts of a drawing that `use` copies lie in a tree of their own: there, nothing is inside the picture, or the page
const DRAWN = ':is(.drawn *, :not(html, html *))'

export function cleanedStyles(css: string): string {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css) // in which nothing is fetched: such a sheet has no imports
  return [...sheet.cssRules]
    .slice(0, MOST_RULES)
    .flatMap((rule) => (rule instanceof CSSStyleRule ? ofRule(rule) : []))
    .join('\n')
}

function ofRule({ selectorText, style }: CSSStyleRule): string[] {
  if (!SIMPLE.test(selectorText)) return []
  const looks = [...style].filter((name) => (OWN_NAME.test(name) || KEPT_LOOKS.has(name)) && isSafe(style, name))
  const seats = looks.filter((name) => OF_SEATS.test(name))
  const told = (names: string[]) => names.map((name) => `${name}: ${style.getPropertyValue(name)}`).join('; ')
  return [
    ...(looks.length > 0 ? [`${DRAWN}:is(${selectorText}) { ${told(looks)} }`] : []),
    ...(seats.length > 0 ? [`.seat:is(${selectorText}) { ${told(seats)} }`] : []),
  ]
}

function isSafe(style: CSSStyleDeclaration, name: string): boolean {
  const value = style.getPropertyValue(name)
  return !NOT_INSIDE.test(value) && (name !== 'filter' || value === 'none')
}
