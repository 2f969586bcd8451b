import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Settings } from './settings'

const secrets = ['authorization', 'cookie', 'password', 'password_confirmation', 'token', 'access_token', 'secret', 'key']
/** Fields of PostgreSQL's errors that quote the row. */
const quotes = ['err.detail', 'err.where']

/**
 * Options of the request log: JSON lines with request ids and without secrets. Logs paths without their query, where links carry tokens.
 */
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

/** Logs one line per request, when it is answered. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 }, 'answered')
  })
}

/** The log level: in the demo, whose terminal is read by a person, 'info' becomes 'warn'. */
export function logLevelOf({ demo, logLevel }: Pick<Settings, 'demo' | 'logLevel'>): Settings['logLevel'] {
  return demo && logLevel === 'info' ? 'warn' : logLevel
}
