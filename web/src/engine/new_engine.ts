/** The engine of this page. Its workers start when they are needed. */
import type { SiteFiles } from '../worker/worker_messages'
import { Engine } from './engine'
import { engineSize } from './engine_size'

/** `base`: the address of the folder of the files. */
export function newEngine(files: SiteFiles, base: string): Engine {
  const create = () => new Worker(new URL('./engine_worker.ts', import.meta.url), { type: 'module' })
  return new Engine(files, base, create, engineSize(navigator))
}
