import type { FastifyInstance } from 'fastify'
import { factorPaths, factors, proofBody, recoveryCodes, totpConfirmBody, totpSetUp } from '../../contract/factors'
import { audit } from '../activity/audit'
import { passwordBudgets } from '../auth/budgets'
import { addFactor, removeFactor } from '../auth/factors/change'
import { factorsOf, methodsOf } from '../auth/factors/accountFactors'
import { requireProof } from '../auth/factors/proof'
import { makeRecoveryCodes } from '../auth/factors/recoveryCodes'
import { beginTotp, confirmTotp, removeTotp } from '../auth/factors/totp'
import { actorOf, principalOf } from '../auth/guard'
import { clearBudgets, spend } from '../auth/throttle'
import { documented, resultOf } from '../http/openapi'
import { invalid, refusal } from '../http/problems'
import { jsonSchema } from '../http/schema'
import { validated } from '../http/body'

const proven = { tag: 'Account', body: jsonSchema(proofBody) }
const schemas = {
  list: documented({ tag: 'Account', summary: 'Read your own second factors', answers: { 200: resultOf(factors) } }),
  begin: documented({ ...proven, summary: 'Start the set-up of an authenticator app', answers: { 200: resultOf(totpSetUp) } }),
  confirm: documented({
    tag: 'Account',
    summary: 'Complete the set-up of an authenticator app with its first code; a first factor ends all other sessions',
    body: jsonSchema(totpConfirmBody),
    answers: { 200: resultOf(recoveryCodes) },
  }),
  remove: documented({ ...proven, summary: 'Remove the authenticator app', answers: { 204: null } }),
  codes: documented({
    ...proven,
    summary: 'Create new recovery codes; earlier ones stop working',
    answers: { 200: resultOf(recoveryCodes) },
  }),
}

/** Registers the calls on one's own second factors. Changes require a proof, because someone else may hold the session. */
export function factorRoutes(app: FastifyInstance): void {
  const { db, settings } = app
  app.get(factorPaths.list, { schema: schemas.list }, async (request) => ({
    result: await factorsOf(db, settings, principalOf(request).userId),
  }))
  totpRoutes(app)
  app.post(factorPaths.recoveryCodes, { schema: schemas.codes }, async (request) => {
    await requireProof(app, request, validated(proofBody, request.body).proof)
    const { userId } = principalOf(request)
    const at = app.clock()
    const codes = await db.transaction(async (tx) => {
      if ((await methodsOf(tx, userId)).length === 0)
        throw refusal(409, 'conflict', 'Set up an authenticator app or a passkey first')
      await audit(tx, { ...actorOf(request), action: 'recovery_codes_made', subject: 'User', subjectId: userId })
      return makeRecoveryCodes(tx, userId, at)
    })
    return { result: { codes } }
  })
}

function totpRoutes(app: FastifyInstance): void {
  const { db, settings, clock } = app
  app.post(factorPaths.totp, { schema: schemas.begin }, async (request) => {
    await requireProof(app, request, validated(proofBody, request.body).proof)
    const { userId: id, email } = principalOf(request)
    const result = await beginTotp(db, settings, { id, email }, clock())
    if (result === null) throw refusal(409, 'conflict', 'An authenticator app is set up already: remove it first')
    return { result }
  })
  app.post(factorPaths.totpConfirm, { schema: schemas.confirm }, async (request) => {
    const { code } = validated(totpConfirmBody, request.body)
    const { userId, email } = principalOf(request)
    // The answer to an earlier confirmation may have been lost: this one is no guess.
    if ((await methodsOf(db, userId)).includes('totp'))
      throw refusal(409, 'conflict', 'The app is on already: create new recovery codes')
    const at = clock()
    const budgets = passwordBudgets({ client: request.ip, email })
    await spend(db, budgets, at)
    const codes = await db.transaction(async (tx) =>
      addFactor(tx, request, 'totp', at, async () => {
        if (await confirmTotp(tx, settings, userId, code, at)) return clearBudgets(tx, budgets)
        throw invalid(new Map([['code', 'This code is wrong, or the set-up took too long']]))
      }),
    )
    return { result: { codes } }
  })
  app.post(factorPaths.totpRemove, { schema: schemas.remove }, async (request, reply) => {
    await requireProof(app, request, validated(proofBody, request.body).proof)
    const { userId } = principalOf(request)
    await db.transaction(async (tx) => {
      if (!(await removeTotp(tx, userId))) throw refusal(404, 'not_found', 'No authenticator app is set up')
      await removeFactor(tx, request, 'totp', clock())
    })
    return reply.code(204).send()
  })
}
