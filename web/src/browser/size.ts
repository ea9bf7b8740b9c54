/** The size of an element. Where a browser does not tell of changes, it may have changed with the window. */

/** Calls `told` now and whenever the size may have changed. Returns what ends that. */
export function watchSize(element: Element, told: () => void): () => void {
  told()
  try {
    const observer = new ResizeObserver(told)
    observer.observe(element)
    return () => observer.disconnect()
  } catch {
    addEventListener('resize', told)
    return () => removeEventListener('resize', told)
  }
}

/** An attachment: styles of the whole page find the height of the element in a property. */
export function tellHeight(property: string) {
  return (element: HTMLElement) => {
    const { style } = document.documentElement
    const end = watchSize(element, () => style.setProperty(property, `${element.offsetHeight}px`))
    return () => {
      end()
      style.removeProperty(property)
    }
  }
}
