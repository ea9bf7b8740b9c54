/** The styles of drawings that somebody made: they colour what is drawn, and the seats, and nothing else of the page. */

const LOOKS_OF_DRAWINGS = new Set([
  ...['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'opacity'],
  ...['stroke-opacity', 'stroke-dasharray', 'stroke-dashoffset', 'stroke-miterlimit', 'stop-color', 'stop-opacity'],
  ...[
    'paint-order',
    'rx',
    'ry',
    'r',
    'color',
    'font-family',
    'font-size',
    'font-weight',
    'font-style',
    'letter-spacing',
    'text-anchor',
  ],
  ...['dominant-baseline', 'transform', 'transform-origin', 'transform-box', 'vector-effect'],
])
const OF_SEATS = /^--seat-\d$/
const OWN_NAME = /^--[\w-]+$/ // with an escape, a name could hold a rule
const SELECTOR = /^[\w\s.,#>+~-]{1,400}$/ // with :has() and the like, few words could take a browser long
const MOST_RULES = 600 // rules
const FETCHES = /url\(|image|src\(|[<@\\]/i // what is used by an address is counted in attributes alone
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
  if (!SELECTOR.test(selectorText)) return []
  const looks = [...style].filter((name) => (OWN_NAME.test(name) || LOOKS_OF_DRAWINGS.has(name)) && isSafe(style, name))
  const seats = looks.filter((name) => OF_SEATS.test(name))
  const told = (names: string[]) => names.map((name) => `${name}: ${style.getPropertyValue(name)}`).join('; ')
  return [
    ...(looks.length > 0 ? [`${DRAWN}:is(${selectorText}) { ${told(looks)} }`] : []),
    ...(seats.length > 0 ? [`.seat:is(${selectorText}) { ${told(seats)} }`] : []),
  ]
}

const isSafe = (style: CSSStyleDeclaration, name: string): boolean => !FETCHES.test(style.getPropertyValue(name))
