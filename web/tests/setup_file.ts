/** Runs before each file of tests. They share one page, and each file begins with an empty one and modules of its own. */
import { afterEach, beforeEach, vi } from 'vitest'

vi.useRealTimers()
vi.restoreAllMocks()
vi.unstubAllGlobals()
vi.resetModules()
document.head.replaceChildren()
document.body.replaceChildren()
localStorage.clear()
sessionStorage.clear()
history.replaceState(null, '', '/')

beforeEach(() => localStorage.clear())
afterEach(() => vi.useRealTimers())
