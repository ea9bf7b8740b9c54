/** How much a browser draws for a drawing: few elements that use each other again and again can be millions. */

const REFERENCES = /^#(.+)$|url\(\s*['"]?#([^'")]+)/g

/** The elements of a drawing, each as often as it is used: more than there can be if it uses itself. */
export function drawnElements(drawing: Element): number {
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
