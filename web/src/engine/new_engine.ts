/** The engine of this page. Its workers start when they are needed. */
import { Engine } from './engine'
import type { EngineFiles } from './engine_messages'
import { engineSize, type Machine } from './engine_size'

/** `base`: the address of the folder of the files. */
export function newEngine(files: EngineFiles, base: string): Engine {
  const create = () => {
    try {
      return new Worker(new URL('./engine_worker.ts', import.meta.url), { type: 'module' })
    } catch {
      return noWorker()
    }
  }
  return new Engine(files, base, create, engineSize(machine(), 1), engineSize(machine(), 0))
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
function noWorker(): Worker {
  const worker = { onmessage: null, onerror: () => {}, postMessage: () => {}, terminate: () => {} }
  queueMicrotask(() => worker.onerror())
  return worker as unknown as Worker
}
