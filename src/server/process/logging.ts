import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Settings } from './settings'

const secrets = ['authorization', 'cookie', 'password', 'password_confirmation', 'token', 'access_token', 'secret', 'key']
/** Of PostgreSQL's errors: they quote the row. */
const quotes = ['err.detail', 'err.where']

/** Options of the request log: JSON lines with request ids, and no secret in any of them: links' tokens stand behind the path. */
export function loggerOptions(level: Settings['logLevel']) {
  return {
    level,
    redact: {
      paths: [...secrets.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`]), ...quotes],
      censor: '[redacted]',
    },
    serializers: {
      req: ({ method, url, ip }: FastifyRequest) => ({ method, path: url.split('?', 1)[0], ip }),
    },
  }
}

/** One line a request, when it is answered. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 }, 'answered')
  })
}

/** The level to log at: in the demo, whose terminal is for a person, the usual goes unsaid. */
export function logLevelOf({ demo, logLevel }: Pick<Settings, 'demo' | 'logLevel'>): Settings['logLevel'] {
  return demo && logLevel === 'info' ? 'warn' : logLevel
}
