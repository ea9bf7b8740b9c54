/** The engine of this page. Its workers start when they are needed. */
import type { AnyWorker } from '../given/any_worker'
import { Engine } from './engine'
import type { EngineFiles } from './engine_messages'
import { engineSize, type Machine } from './engine_size'

/** `base`: the address of the folder of the files. */
export function newEngine(files: EngineFiles, base: string, create: () => AnyWorker = newWorker): Engine {
  return new Engine(files, base, create, engineSize(machine(), 1), engineSize(machine(), 0))
}

function newWorker(): AnyWorker {
  try {
    return new Worker(new URL('./engine_worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return noWorker()
  }
}

/** What the browser says of this machine. */
function machine(): Machine {
  try {
    return { hardwareConcurrency: navigator.hardwareConcurrency, deviceMemory: (navigator as Machine).deviceMemory }
  } catch {
    return {}
  }
}

/** Where a browser allows none: it breaks as soon as anybody listens. */
function noWorker(): AnyWorker {
  const worker: AnyWorker = { onmessage: null, onerror: null, postMessage: () => {}, terminate: () => {} }
  queueMicrotask(() => worker.onerror?.(new ErrorEvent('error')))
  return worker
}
