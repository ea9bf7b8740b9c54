/** Drawings and rules that somebody made, without all that is no drawing and no text. */
import purify from 'dompurify'
import { cleanedStyles } from './cleaned_styles'

// A drawing may use parts of itself, and nothing else: no links, no pictures from elsewhere.
const DRAWING = {
  USE_PROFILES: { svg: true },
  ADD_TAGS: ['use'],
  FORBID_TAGS: ['style', 'a', 'image', 'foreignObject', 'filter', 'animate', 'animateTransform', 'set'],
  FORBID_ATTR: ['style'],
}
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
    ],
  ],
  ALLOWED_ATTR: [
    ...['id', 'class', 'data-code', 'data-view', 'data-viewer', 'data-players', 'data-zones', 'data-width'],
    ...['data-height', 'data-note'],
  ],
  ALLOW_DATA_ATTR: false,
}

export function cleanedSvg(text: string): string {
  const styles = [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('svg style')]
  const css = cleanedStyles(styles.map(({ textContent }) => textContent).join('\n'))
  purify.addHook('afterSanitizeAttributes', onlyOwnParts)
  try {
    return purify.sanitize(text, DRAWING).replace(/<svg[^>]*>/, (svg) => `${svg}<style>${css}</style>`)
  } finally {
    purify.removeHook('afterSanitizeAttributes')
  }
}

export function cleanedHtml(text: string): string {
  return purify.sanitize(text, TEXT)
}

function onlyOwnParts(element: Element): void {
  for (const { name, value } of [...element.attributes]) {
    const leads = name.endsWith('href') && !value.startsWith('#')
    const fetches = /url\(\s*['"]?(?!#)/i.test(value)
    if (leads || fetches) element.removeAttribute(name)
  }
}
