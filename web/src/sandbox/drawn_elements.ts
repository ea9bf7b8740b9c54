/** How much a browser draws for a drawing: few elements that use each other again and again can be millions. */

const REFERENCE = /^#(.+)$|url\(\s*['"]?#([^'")]+)/

/** The elements of a drawing, each as often as it is used. A ring of uses counts once, as browsers do not follow it. */
export function drawnElements(drawing: Element): number {
  const named = new Map([...drawing.querySelectorAll('[id]')].map((element) => [element.id, element]))
  const counts = new Map<Element, number>()
  const count = (element: Element): number => {
    const known = counts.get(element)
    if (known !== undefined) return known
    counts.set(element, 0)
    const used = referred(element).flatMap((id) => named.get(id) ?? [])
    const all = [...element.children, ...used].reduce((sum, one) => sum + count(one), 1)
    counts.set(element, all)
    return all
  }
  return count(drawing)
}

function referred(element: Element): string[] {
  return [...element.attributes].flatMap(({ value }) => {
    const [, whole, inside] = REFERENCE.exec(value) ?? []
    return whole ?? inside ?? []
  })
}
