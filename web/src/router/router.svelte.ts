/** The browser's address as a route; links are followed without reloading the page. */
import { whenClosed } from '../browser/overlays'
import type { Route } from './addresses'
import { addresses } from './route'

class Router {
  route = $state.raw<Route>(addresses.route(location))
  visits = 0 // changes of the page since it was loaded

  go(address: string): void {
    whenClosed(() => {
      history.pushState(null, '', address)
      this.read()
      scrollTo(0, 0)
    })
  }

  /** The same page has this address now. */
  rename(address: string): void {
    history.replaceState(history.state, '', address)
    this.route = addresses.route(location)
  }

  read = (): void => {
    const there = addresses.route(location)
    if (JSON.stringify(there) === JSON.stringify(this.route)) return // an overlay was closed
    if (there.page !== this.route.page || there.page !== 'rules') {
      this.visits += 1
      // What was clicked may still be there, but the focus has to move to the heading of the new page.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    }
    this.route = there
  }

  /** Follows plain clicks on links to our own pages without a reload. */
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
    if (to.origin !== location.origin || addresses.route(to).page === 'unknown') return
    event.preventDefault()
    this.go(to.pathname + to.search + to.hash)
  }
}

export const router = new Router()
