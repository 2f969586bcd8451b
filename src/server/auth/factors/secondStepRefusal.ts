import type { FastifyReply } from 'fastify'
import type { Deps } from '../../deps'
import type { ProblemError } from '../../http/problems'
import { refusedSignIn } from '../bearer'
import type { SecondStep } from '../completeSignIn'
import { CHALLENGE_LIFE_S } from './challenges'
import { requestOptions } from './passkeys'
import { relyingParty } from './relyingParty'

/** Creates the 401 that asks for the second step. A passkey signs the challenge itself. */
export async function secondStepRefusal(
  reply: FastifyReply,
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  { userId, challenge, methods }: SecondStep,
): Promise<ProblemError> {
  const party = methods.includes('passkey') ? relyingParty(settings) : null
  return refusedSignIn(reply, 'This account needs a second step', 'second_factor', {
    secondFactor: {
      challenge,
      // Browsers find no passkey that is bound to another host than the current PUBLIC_URL.
      methods: methods.filter((method) => method !== 'passkey' || party !== null),
      expires_in: CHALLENGE_LIFE_S,
      ...(party !== null && { passkey: await requestOptions(db, party, challenge, userId) }),
    },
  })
}
