import type { FastifyInstance } from 'fastify'
import { accountRoutes } from '../account/routes'
import type { Deps } from '../deps'
import { plantRequestRoutes } from './plantRequestRoutes'

/** The calls that areas have beyond the standard ones; the session guard stands before them. */
export const areaRoutes: readonly ((app: FastifyInstance, deps: Deps) => void)[] = [accountRoutes, plantRequestRoutes]
