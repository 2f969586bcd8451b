import type { FastifyInstance, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { factorPaths, newPasskeyBody, passkeyOptions, passkeyRemovePath, proofBody, recoveryCodes } from '../../contract/factors'
import { ID_PATTERN } from '../../contract/fields'
import { makeChallenge, spendChallenge } from '../auth/factors/challenges'
import { addFactor, removeFactor } from '../auth/factors/change'
import { addPasskey, checkNewPasskey, creationOptions, removePasskey } from '../auth/factors/passkeys'
import { requireProof } from '../auth/factors/proof'
import { requireRelyingParty } from '../auth/factors/relyingParty'
import { principalOf } from '../auth/guard'
import { byId, documented, resultOf, routeOf, type ById } from '../http/openapi'
import { invalid, refusal } from '../http/problems'
import { jsonSchema } from '../http/schema'
import { validated } from '../http/body'

const schemas = {
  options: documented({
    tag: 'Account',
    summary: 'Create the WebAuthn options for a new passkey',
    body: jsonSchema(proofBody),
    answers: { 200: resultOf(passkeyOptions) },
  }),
  add: documented({
    tag: 'Account',
    summary: 'Add a passkey; a first factor ends all other sessions',
    body: jsonSchema(newPasskeyBody),
    answers: { 201: resultOf(recoveryCodes) },
  }),
  remove: documented({
    tag: 'Account',
    summary: 'Remove one of your own passkeys',
    params: byId,
    body: jsonSchema(proofBody),
    answers: { 204: null },
  }),
}

/** Registers the calls on one's own passkeys. */
export function passkeyRoutes(app: FastifyInstance): void {
  const { db, settings, clock } = app
  app.post(factorPaths.newPasskey, { schema: schemas.options }, async (request) => {
    const party = requireRelyingParty(settings)
    await requireProof(app, request, validated(proofBody, request.body).proof)
    const { userId: id, email } = principalOf(request)
    const { rows } = await db.query<{ fullname: string }>(sql`select fullname from users where id = ${id}`)
    const challenge = await makeChallenge(db, { purpose: 'new_passkey', userId: id }, clock())
    const owner = { id, email, fullname: rows[0]?.fullname ?? email }
    return { result: { challenge, options: await creationOptions(db, party, challenge, owner) } }
  })
  app.post(factorPaths.passkeys, { schema: schemas.add }, async (request, reply) => {
    const { name, challenge, passkey } = validated(newPasskeyBody, request.body)
    const party = requireRelyingParty(settings)
    const { userId } = principalOf(request)
    const at = clock()
    const note = (reason: string) => request.log.warn({ reason }, 'passkey refused')
    const credential = await checkNewPasskey(party, passkey, { challenge, note })
    const codes = await db.transaction(async (tx) =>
      addFactor(tx, request, 'passkey', at, async () => {
        const isChallengeValid = await spendChallenge(tx, challenge, { purpose: 'new_passkey', userId }, at)
        if (isChallengeValid && credential !== null && (await addPasskey(tx, credential, { userId, name, at }))) return
        throw invalid(new Map([['passkey', 'This passkey could not be added. Please try again']]))
      }),
    )
    return reply.code(201).send({ result: { codes } })
  })
  const path = routeOf(passkeyRemovePath(':id'))
  app.post(path, { schema: schemas.remove }, async (request: FastifyRequest<ById>, reply) => {
    const { id } = request.params
    await requireProof(app, request, validated(proofBody, request.body).proof)
    await db.transaction(async (tx) => {
      if (!ID_PATTERN.test(id) || !(await removePasskey(tx, principalOf(request).userId, id)))
        throw refusal(404, 'not_found', 'There is no such passkey')
      await removeFactor(tx, request, 'passkey', clock())
    })
    return reply.code(204).send()
  })
}
