/** Where the page is: the browser's address as a route, followed without loading the page anew. */
import { whenClosed } from '../browser/overlays'
import { route, type Route } from './route'

class Router {
  route = $state.raw<Route>(route(location))
  visits = 0 // changes of the page since it was loaded

  go(address: string): void {
    whenClosed(() => {
      history.pushState(null, '', address)
      this.read()
      scrollTo(0, 0)
    })
  }

  read = (): void => {
    const there = route(location)
    if (JSON.stringify(there) === JSON.stringify(this.route)) return // something over the page was closed
    if (there.page !== this.route.page || there.page !== 'rules') {
      this.visits += 1
      // What was clicked may still be there; the focus is to go with the person, to the heading of the new page.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    }
    this.route = there
  }

  /** Plain clicks on links to our own pages stay in this page. */
  follow = (event: MouseEvent): void => {
    const link = (event.target as Element | null)?.closest?.('a')
    if (!link || event.defaultPrevented || event.button !== 0) return
    if (
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey ||
      link.target ||
      link.hasAttribute('download')
    )
      return
    const to = new URL(link.href, location.href)
    if (to.origin !== location.origin || route(to).page === 'unknown') return
    event.preventDefault()
    this.go(to.pathname + to.search + to.hash)
  }
}

export const router = new Router()
