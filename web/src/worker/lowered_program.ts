/** Programs that were lowered from Python (src/rookery/javascript/page_module.py). */
import { fetched, imported } from '../given/given_files'
import * as runtime from '../program/program'
import { within } from '../waits/wait'
import { Unstartable, VERSIONS_DIFFER, reasonOf } from './unstartable'

/** The program at an address, whose needs this page has. `unreached`: what to say if it does not come, a sentence.
 *  Rejects with Unstartable. */
export async function loweredProgram<P extends { needs: string[] }>(address: string, unreached: string): Promise<P> {
  const coming = imported<P>(address)
  const program = await within('request', unreached, coming).catch(async () => {
    throw new Unstartable(await reason(address, unreached))
  })
  if (!program.needs.every((name) => name in runtime)) throw new Unstartable(VERSIONS_DIFFER)
  return program
}

/** What a program is told of a game that it does not have. `classes`: of the program. */
export async function toldGame(address: string, classes: object): Promise<object> {
  const told = await imported<{ default(given: typeof runtime, classes: object): object }>(address)
  return told.default(runtime, classes)
}

const reason = (address: string, unreached: string): Promise<string> =>
  within('request', unreached, fetched(address)).then(
    ({ status }) => reasonOf(status, unreached),
    () => unreached,
  )
