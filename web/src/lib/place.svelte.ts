/** Where the page is: the browser's address as a route, followed without loading the page anew. */
import { route, type Route } from './route'

class Place {
  route = $state.raw<Route>(route(location))

  go(address: string): void {
    history.pushState(null, '', address)
    this.read()
    scrollTo(0, 0)
  }

  read = (): void => {
    this.route = route(location)
  }

  /** Plain clicks on links to our own pages stay in this page. */
  follow = (event: MouseEvent): void => {
    const link = (event.target as Element | null)?.closest?.('a')
    if (!link || event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target || link.hasAttribute('download')) return
    const to = new URL(link.href, location.href)
    if (to.origin !== location.origin || route(to).page === 'unknown') return
    event.preventDefault()
    this.go(to.pathname + to.search + to.hash)
  }
}

export const place = new Place()
