import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps'

/** Serves every session call of the contract's `sessionPaths`. */
export function sessionRoutes(_app: FastifyInstance, _deps: Deps): void {}
