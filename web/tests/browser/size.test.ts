import { afterEach, expect, test, vi } from 'vitest'
import { watchSize } from '../../src/browser/size'

afterEach(() => vi.unstubAllGlobals())

test('where the browser tells of sizes, it is asked until the end', () => {
  const [told, observe, disconnect] = [vi.fn(), vi.fn(), vi.fn()]
  vi.stubGlobal('ResizeObserver', function (changed: () => void) {
    return { observe: (element: Element) => (observe(element), changed()), disconnect }
  })
  const end = watchSize(document.body, told)
  expect(observe).toHaveBeenCalledExactlyOnceWith(document.body)
  expect(told).toHaveBeenCalledTimes(2)
  end()
  expect(disconnect).toHaveBeenCalledOnce()
})

test('where it does not, a size is looked at when the window changes', () => {
  const told = vi.fn()
  vi.stubGlobal('ResizeObserver', undefined)
  const end = watchSize(document.body, told)
  expect(told).toHaveBeenCalledOnce()
  dispatchEvent(new Event('resize'))
  expect(told).toHaveBeenCalledTimes(2)
  end()
  dispatchEvent(new Event('resize'))
  expect(told).toHaveBeenCalledTimes(2)
})
