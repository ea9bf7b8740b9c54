/**
 * What lies over the page (a drawer, a question) is an entry of the browser's history, so that Back closes it and does
 * not leave the page. The address stays the same.
 */

const open: (() => void)[] = [] // what closes each, the lowest first
let leaving = false // we went back ourselves, and the browser has not said yet that we are there
let then = () => {} // to be done when it has

function depth(): number {
  return (history.state as { layers?: number } | null)?.layers ?? 0
}

/** One entry more. The page below may be scrolled before Back, which must not scroll it to where it was now. */
function enter(): void {
  history.scrollRestoration = 'manual'
  history.pushState({ layers: open.length }, '')
  history.scrollRestoration = 'auto' // of the new entry
}

// The page was loaded anew while something lay over it, and that is gone: its entry would be a Back that does nothing.
if (depth() > 0) {
  const gone = depth()
  history.replaceState(null, '')
  history.go(-gone)
}

/** Something lies over the page now, and `close` closes it. Call what it returns when it is gone, however that happened. */
export function openOverlay(close: () => void): () => void {
  open.push(close)
  if (!leaving) enter()
  return () => {
    const at = open.indexOf(close)
    if (at < 0) return // Back has closed it
    open.splice(at, 1)
    if (leaving || depth() <= open.length) return
    leaving = true
    history.back()
  }
}

/** Calls `go` when nothing lies over the page any more and no way back is pending: what is pushed before would be left again. */
export function whenClosed(go: () => void): void {
  if (!leaving && depth() > 0) {
    leaving = true
    for (const close of open.splice(0).reverse()) close()
    history.go(-depth())
  }
  if (leaving) then = go
  else go()
}

/** Back, Forward, or our own way back. */
export function onPopState(): void {
  setTimeout(() => (history.scrollRestoration = 'auto')) // browsers scroll after they have said that we are back
  if (leaving) {
    leaving = false
    const go = then
    then = () => {}
    if (open.length > depth()) enter() // it was opened again meanwhile
    go()
    return
  }
  while (open.length > depth()) open.pop()!()
  if (depth() === open.length) return
  leaving = true // Forward led to where something lay over the page, which is gone
  history.go(open.length - depth())
}
