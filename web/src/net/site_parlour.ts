/** The parlour of a site's page: of the site's games, or of one that somebody made, whose workers are in a sandbox. */
import { newEngine } from '../engine/new_engine'
import engineWorker from '../engine/engine_worker.ts?worker&url'
import { MADE_ID } from '../sandbox/made_game'
import { MadeSource } from '../sandbox/made_source'
import { SandboxedWorker } from '../sandbox/sandbox'
import parlourWorker from '../worker/worker.ts?worker&url'
import type { Parlour, SiteFiles } from './parlour'
import { WorkerParlour } from './worker_parlour.svelte'

const files = JSON.parse(document.getElementById('site')?.textContent ?? '{}') as SiteFiles
const base = new URL('.', document.baseURI).href

export const parlour: Parlour = ownParlour()

function ownParlour(): Parlour {
  const id = new URLSearchParams(location.search).get('made') ?? ''
  const engine = new URL('engine/', base).href
  if (!MADE_ID.test(id))
    return new WorkerParlour(
      files,
      base,
      () => new Worker(new URL('../worker/worker.ts', import.meta.url), { type: 'module' }),
      newEngine(files.engine, engine),
    )
  const source = new MadeSource(id, base)
  const engineProgram = `engine/${files.engine.program}`
  const analyst = newEngine(
    files.engine,
    engine,
    () => new SandboxedWorker(engineWorker, base, () => source.given('engine', engineProgram)),
  )
  const create = () => new SandboxedWorker(parlourWorker, base, () => source.given('site', files.program))
  return new WorkerParlour({ ...files, codes: {} }, base, create, analyst, source)
}
