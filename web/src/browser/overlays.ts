/**
 * Each overlay (a drawer, a question) is an entry of the browser's history, so that Back closes it and does not leave
 * the page. The address stays the same.
 */

const open: (() => void)[] = [] // closes each overlay, the lowest first
let leaving = false // the page itself has gone back, and the browser has not reported it yet
let then = () => {} // to be done then

function depth(): number {
  return (history.state as { layers?: number } | null)?.layers ?? 0
}

/** Adds an entry. Back must not restore the page's scroll position: the page may be scrolled while the overlay is open. */
function enter(): void {
  history.scrollRestoration = 'manual'
  history.pushState({ layers: open.length }, '')
  history.scrollRestoration = 'auto' // of the new entry
}

// The page was reloaded while an overlay was open. The overlay is gone; with its entry Back would do nothing.
if (depth() > 0) {
  const gone = depth()
  history.replaceState(null, '')
  history.go(-gone)
}

/** An overlay has opened, which `close` closes. Call the returned function when it has closed, for whatever reason. */
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

/** Closes all overlays and calls `go` when the history has settled: an entry pushed before would be left again. */
export function whenClosed(go: () => void): void {
  if (!leaving && depth() > 0) {
    leaving = true
    for (const close of open.splice(0).reverse()) close()
    history.go(-depth())
  }
  if (leaving) then = go
  else go()
}

/** The user went back or forward, or the page itself went back. */
export function onPopState(): void {
  setTimeout(() => (history.scrollRestoration = 'auto')) // browsers scroll after this event
  if (leaving) {
    leaving = false
    const go = then
    then = () => {}
    if (open.length > depth()) enter() // another one has opened meanwhile
    go()
    return
  }
  while (open.length > depth()) open.pop()!()
  if (depth() === open.length) return
  leaving = true // Forward led to the entry of an overlay that is gone
  history.go(open.length - depth())
}
