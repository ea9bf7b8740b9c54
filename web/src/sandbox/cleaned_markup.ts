/** Drawings and rules that somebody made, without all that is no drawing and no text. */
import purify from 'dompurify'

// A drawing may use parts of itself, and nothing else: no links, no pictures from elsewhere, no styles of the whole page.
const DRAWING = {
  USE_PROFILES: { svg: true },
  ADD_TAGS: ['use'],
  FORBID_TAGS: ['style', 'a', 'image', 'foreignObject', 'filter', 'animate', 'set', 'text'],
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
  ALLOWED_ATTR: ['id', 'class', 'data-code', 'data-view', 'data-viewer', 'data-players', 'data-zones', 'data-width'],
  ADD_ATTR: ['data-height', 'data-note'],
  ALLOW_DATA_ATTR: false,
}

export function cleanedSvg(text: string): string {
  purify.addHook('afterSanitizeAttributes', onlyOwnParts)
  try {
    return purify.sanitize(text, DRAWING)
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
