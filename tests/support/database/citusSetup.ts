import type { TestProject } from 'vitest/node'
import { dropRest, findCluster } from './citus'

/** Gives a project's tests the Citus cluster whose coordinator CITUS_URL names; drops the databases that they leave. */
export default async function setup(project: TestProject) {
  const named = process.env['CITUS_URL']
  if (!named) throw new Error('Name a Citus cluster: npm run test:citus -- postgres://user@coordinator:5432/postgres')
  const citus = await findCluster(named)
  project.provide('postgres', { server: citus.coordinator, template: 'template1', citus })
  return () => dropRest(citus)
}
