import type { FastifyInstance } from 'fastify'
import { account, accountDraft, accountPaths } from '../../contract/account'
import { fullnameOf } from '../../contract/constants'
import { users } from '../../contract/users'
import { principalOf } from '../auth/guard'
import type { AreaHooks } from '../crud/hooks'
import { changeRow, read } from '../crud/write'
import { etagOf, ifMatchHeader } from '../http/etag'
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
    const result = await read(db, resource, principalOf(request).userId)
    reply.header('etag', etagOf(result))
    return { result }
  })
  const headers = { type: 'object', properties: ifMatchHeader }
  const changing = documented({ tag: 'Account', summary: 'Change your own names', headers, body: change, answers })
  app.put(accountPaths.account, { schema: changing }, async (request, reply) => {
    const { userId } = principalOf(request)
    const actor = { userId, requestId: request.id }
    const result = await changeRow({ db, resource, hooks }, userId, request.body, request.headers['if-match'], actor)
    reply.header('etag', etagOf(result))
    return { result }
  })
}
