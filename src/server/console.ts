import type { FastifyInstance } from 'fastify'
import type { Settings } from './settings'

/** Serves the built console from `dir`. */
export function consoleRoutes(_app: FastifyInstance, _options: { readonly dir: string; readonly settings: Settings }): void {}
