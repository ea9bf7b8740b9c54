/** Passkeys. Loaded only when one is made or used. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { PasskeyAnswer, PasskeyQuestion } from '../protocol'
import { ownTag } from './own_tag.svelte'
import { signedRequest } from './signed_requests'

type NewOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type UseOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Makes a passkey that opens the tag of this device on others. Rejects with a sentence. */
export async function makePasskey(): Promise<void> {
  const { options, ends } = await question('/passkey')
  const made = startRegistration({ optionsJSON: JSON.parse(options) as NewOptions })
  await tell('/passkey/keep', ends, made)
}

/** Has this device join the tag of a passkey. Rejects with a sentence. */
export async function usePasskey(): Promise<void> {
  const { options, ends } = await question('/join/passkey')
  const used = startAuthentication({ optionsJSON: JSON.parse(options) as UseOptions })
  await tell('/join', ends, used)
}

async function question(path: string): Promise<PasskeyQuestion> {
  return (await signedRequest(`/api/tag${path}`)) as PasskeyQuestion
}

async function tell(path: string, ends: number, answering: Promise<object>): Promise<void> {
  const answer = await answering.catch((error: Error) => {
    throw error.name === 'NotAllowedError' ? new Error('No passkey was used.') : error
  })
  await ownTag.secure(path, { ends, answer: JSON.stringify(answer) } satisfies PasskeyAnswer)
}
