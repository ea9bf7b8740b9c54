import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openOverlay, onPopState, whenClosed } from '../../src/browser/overlays'

const back = () => new Promise<void>((done) => addEventListener('popstate', () => done(), { once: true }))

beforeEach(() => addEventListener('popstate', onPopState))
afterEach(() => removeEventListener('popstate', onPopState))

test('Back closes what lies over the page, and the page stays', async () => {
  history.pushState(null, '', '/t/one#key')
  const close = vi.fn()
  const gone = openOverlay(close)
  expect(location.href).toMatch('/t/one#key')
  const there = back()
  history.back()
  await there
  expect(close).toHaveBeenCalledOnce()
  gone() // the drawer tells of its end
  expect([location.pathname, history.state]).toEqual(['/t/one', null])
})

test('an overlay that is closed otherwise leaves no entry behind', async () => {
  history.pushState(null, '', '/t/two')
  const close = vi.fn()
  const there = back()
  openOverlay(close)()
  await there
  expect([location.pathname, history.state, close.mock.calls.length]).toEqual(['/t/two', null, 0])
})

test('Forward opens nothing, and what is opened after it is still closed by Back', async () => {
  history.pushState(null, '', '/t/forward')
  let there = back()
  openOverlay(() => {})
  history.back()
  await there
  const moves = vi.fn()
  addEventListener('popstate', moves)
  history.forward()
  await expect.poll(() => moves.mock.calls.length).toBe(2) // there, and our own way back from what is not there any more
  removeEventListener('popstate', moves)
  expect([location.pathname, history.state]).toEqual(['/t/forward', null])
  const close = vi.fn()
  openOverlay(close)
  there = back()
  history.back()
  await there
  expect([close.mock.calls.length, location.pathname, history.state]).toEqual([1, '/t/forward', null])
})

test('closed and opened again at once it is open, and Back still closes it', async () => {
  history.pushState(null, '', '/t/three')
  const close = vi.fn()
  let there = back()
  openOverlay(() => {})()
  openOverlay(close)
  await there
  expect([close.mock.calls.length, history.state]).toEqual([0, { layers: 1 }])
  there = back()
  history.back()
  await there
  expect([close.mock.calls.length, location.pathname]).toEqual([1, '/t/three'])
})

test('a link in a drawer leads to its page, and Back to the page below the drawer', async () => {
  history.pushState(null, '', '/t/four')
  const closes = [0, 1].map(() => {
    const close = vi.fn(() => queueMicrotask(() => gone())) // it is taken off the page a little later
    const gone = openOverlay(close)
    return close
  })
  await new Promise<void>((done) =>
    whenClosed(() => {
      history.pushState(null, '', '/elsewhere')
      done()
    }),
  )
  expect(closes.map((close) => close.mock.calls.length)).toEqual([1, 1])
  expect([location.pathname, history.state]).toEqual(['/elsewhere', null])
  const there = back()
  history.back()
  await there
  expect([location.pathname, history.state]).toEqual(['/t/four', null])
})

test('a page that is loaded anew has nothing lying over it', async () => {
  history.pushState(null, '', '/t/five')
  openOverlay(() => {})
  expect(history.state).toEqual({ layers: 1 })
  vi.resetModules()
  const there = back()
  await import('../../src/browser/overlays')
  await there
  expect([location.pathname, history.state]).toEqual(['/t/five', null])
  const before = back()
  history.back()
  await before
  expect(location.pathname).not.toBe('/t/five')
})
