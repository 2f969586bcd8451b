import { machines } from 'virtual:machines'
import type { SeenActor } from './actors'

/** The machine's source file, which the Stately editor and its extension can read by itself. */
export async function machineText(machine: string): Promise<string> {
  return (await sourceOf(machine)).source
}

/** The machine's definition. */
export async function jsonText(machine: string): Promise<string> {
  return JSON.stringify((await sourceOf(machine)).config, null, 2)
}

/** The definition as code for stately.ai/viz, which still reads XState 4's name for guards: the code has both names. */
export async function visualizerText(machine: string): Promise<string> {
  const { name, config } = await sourceOf(machine)
  const definition = JSON.stringify(
    config,
    (_name, value: unknown) =>
      typeof value === 'object' && value !== null && 'guard' in value ? { cond: guardName(value.guard), ...value } : value,
    2,
  )
  return `import { createMachine } from 'xstate'\n\nexport const ${name} = createMachine(${definition})\n`
}

async function sourceOf(machine: string) {
  const files = machines[machine]
  if (files === undefined) throw new Error(`There is no file of ${machine}.`)
  return files.source()
}

function guardName(guard: unknown): unknown {
  return typeof guard === 'object' && guard !== null && 'type' in guard ? guard.type : guard
}

/** An actor's recorded steps, redacted. */
export function logText({ page, title, openedAt, machine, entries }: SeenActor): string {
  return JSON.stringify({ page: { id: page, title, openedAt: new Date(openedAt).toISOString() }, machine, entries }, null, 2)
}
