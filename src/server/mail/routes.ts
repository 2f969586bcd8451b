import type { FastifyInstance, FastifyReply } from 'fastify'
import { ID_PATTERN } from '../../contract/fields'
import { isFromThisMachine } from '../http/local'
import type { ById } from '../http/openapi'
import { refusal } from '../http/problems'
import { readMail, readOutbox } from './outbox'
import { listPage, mailPage, style } from './pages'

const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** Hides the routes from the API's documentation. */
const unlisted = { schema: { hide: true } }

/**
 * Serves the outbox at /dev/mail, only in the demo, without a mail server, and to this machine. Its links give access to accounts, so
 * everyone else gets 404.
 */
export function mailRoutes(app: FastifyInstance): void {
  const { settings } = app
  if (!settings.demo || settings.production || settings.smtpUrl !== null) return
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (!isFromThisMachine(request)) throw refusal(404, 'not_found', 'There is no such page')
    })
    scope.get('/dev/mail', unlisted, async (_request, reply) => sendPage(reply, listPage(await readOutbox(app))))
    scope.get('/dev/mail/style.css', unlisted, async (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
    scope.get<ById>('/dev/mail/:id', unlisted, async (request, reply) => {
      const { id } = request.params
      const mail = ID_PATTERN.test(id) ? await readMail(app, id) : null
      if (mail === null) throw refusal(404, 'not_found', 'There is no such mail')
      return sendPage(reply, mailPage(mail))
    })
  })
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .send(html)
}
