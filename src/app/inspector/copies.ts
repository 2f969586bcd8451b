import { config, source } from 'virtual:session-machine'
import type { SeenPage } from './pages'

/** The machine's file as it is: the Stately editor and its extension read it alone. */
export function machineText(): string {
  return source
}

/** The machine's definition. */
export function jsonText(): string {
  return JSON.stringify(config, null, 2)
}

/** The definition as code for stately.ai/viz, which knows guards by the name they had before: both names stand there. */
export function visualizerText(): string {
  const definition = JSON.stringify(
    config,
    (_name, value: unknown) =>
      typeof value === 'object' && value !== null && 'guard' in value ? { cond: guardName(value.guard), ...value } : value,
    2,
  )
  return `import { createMachine } from 'xstate'\n\nexport const authMachine = createMachine(${definition})\n`
}

function guardName(guard: unknown): unknown {
  return typeof guard === 'object' && guard !== null && 'type' in guard ? guard.type : guard
}

/** What happened on a page, as it was recorded: redacted. */
export function logText({ id, title, openedAt, entries }: SeenPage): string {
  return JSON.stringify({ page: { id, title, openedAt: new Date(openedAt).toISOString() }, entries }, null, 2)
}
