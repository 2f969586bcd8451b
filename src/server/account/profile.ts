import type { FastifyInstance } from 'fastify'
import { account, accountDraft, accountPaths } from '../../contract/account'
import { fullnameOf } from '../../contract/constants'
import { users } from '../../contract/users'
import { actorOf, principalOf } from '../auth/guard'
import type { AreaHooks } from '../crud/hooks'
import { changeRow } from '../crud/write'
import { readRow } from '../crud/table'
import { answer, conditional } from '../http/conditions'
import { documented, resultOf } from '../http/openapi'
import { jsonSchema } from '../http/schema'

/** The part of a user that its owner may change. */
const resource = { ...users, draft: accountDraft }
const hooks: AreaHooks = {
  async check(_tx, { firstName, lastName }) {
    return {
      fullname: fullnameOf(String(firstName), typeof lastName === 'string' ? lastName : undefined),
      lastName: lastName || null,
    }
  },
}
const { required: _all, ...change } = jsonSchema(accountDraft)
const answers = { 200: resultOf(account) }

/** GET and PUT /account: read and change one's own account. PUT honours If-Match like every change. */
export function profileRoutes(app: FastifyInstance): void {
  const { db } = app
  const reading = documented({ tag: 'Account', summary: 'Read your own account', answers })
  app.get(accountPaths.account, { schema: reading }, async (request, reply) => {
    return answer(reply, await readRow(db, resource, principalOf(request).userId))
  })
  const changing = documented({ tag: 'Account', summary: 'Change your own names', headers: conditional, body: change, answers })
  app.put(accountPaths.account, { schema: changing }, async (request, reply) => {
    const actor = actorOf(request)
    const writer = { db, resource, hooks }
    return answer(reply, await changeRow(writer, actor.userId, request.body, request.headers['if-match'], actor))
  })
}
