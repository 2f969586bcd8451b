// Opens a machine file as Stately's tools do, and reads its chart.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileFunction } from 'node:vm'
import type { AnyStateMachine, AnyTransitionDefinition } from 'xstate'
import * as xstate from 'xstate'
import { root } from '../../../.scripts/root.mjs'

type Node = AnyStateMachine['root']

/** File of the session's machine in the source tree. */
export const sessionFile = join(root, 'machines/authMachine.ts')

/** Opens the one machine in a file; throws when there are none or several. */
export async function openMachine(file: string): Promise<AnyStateMachine> {
  const [machine, ...others] = await openMachines(readFileSync(file, 'utf8'))
  if (machine === undefined || others.length > 0) throw new Error(`${file} must hold one machine.`)
  return machine
}

/** Opens the machines in a source text: erases types, cuts `import` and `export`, and runs the rest with only xstate's names in scope. */
export async function openMachines(text: string): Promise<AnyStateMachine[]> {
  const { parseSync, transformWithOxc } = await import('vite')
  const { code } = await transformWithOxc(text, 'machine.ts', { sourcemap: false })
  const names = new Set<string>()
  let script = ''
  let at = 0
  for (const statement of parseSync('machine.js', code).program.body) {
    const { type, start, end } = statement
    if (type === 'ImportDeclaration') {
      if (statement.source.value !== 'xstate') throw new Error(`imports from ${statement.source.value}`)
      for (const specifier of statement.specifiers) {
        const { local } = specifier
        const imported = specifier.type === 'ImportSpecifier' && 'name' in specifier.imported ? specifier.imported.name : null
        if (imported !== local.name) throw new Error(`imports under another name: ${local.name}`)
        names.add(local.name)
      }
      script += code.slice(at, start)
      at = end
    } else if (type.startsWith('Export')) {
      script += code.slice(at, start)
      at = ('declaration' in statement ? statement.declaration?.start : null) ?? end
    }
  }
  return evaluate(script + code.slice(at), [...names])
}

function evaluate(script: string, names: string[]): AnyStateMachine[] {
  const machines: AnyStateMachine[] = []
  const setup = (config: Parameters<typeof xstate.setup>[0]) => {
    const kit = xstate.setup(config)
    const createMachine: typeof kit.createMachine = (definition) => {
      const machine = kit.createMachine(definition)
      machines.push(machine)
      return machine
    }
    return { ...kit, createMachine }
  }
  const scope: Readonly<Record<string, unknown>> = { ...xstate, setup }
  const run = compileFunction(script, names) as (...values: unknown[]) => void
  run(...names.map((name) => scope[name]))
  return machines
}

/** Lists every state node, the root first. */
export function nodesOf(machine: AnyStateMachine): Node[] {
  const visit = (node: Node): Node[] => [node, ...Object.values(node.states).flatMap(visit)]
  return visit(machine.root)
}

/** Names the states in which a machine starts, one for each region, without the machine's id; does not take eventless transitions. */
export function initialOf(machine: AnyStateMachine): string {
  const leavesOf = (node: Node): Node[] => {
    const inner: readonly Node[] = node.type === 'parallel' ? Object.values(node.states) : (node.initial?.target ?? [])
    return inner.length === 0 ? [node] : inner.flatMap(leavesOf)
  }
  return leavesOf(machine.root)
    .map(({ id }) => id.slice(machine.id.length + 1))
    .join(' ')
}

/** Lists a node's own transitions, eventless ones last. */
export function transitionsOf(node: Node): AnyTransitionDefinition[] {
  return [...[...node.transitions.values()].flat(), ...(node.always ?? [])]
}

/** Identifies a transition by its source state, its event, and its position among that event's transitions. */
export function transitionId(transition: AnyTransitionDefinition): string {
  const siblings = transition.source.transitions.get(transition.eventType) ?? transition.source.always ?? []
  return `${transition.source.id} ${eventLabel(transition.eventType)} #${siblings.indexOf(transition)}`
}

/**
 * Shortens an event type: `xstate.done.actor.signIn` to `done(signIn)`, `xstate.after.heartbeat.auth…` to `after(heartbeat)`, none to
 * `always`.
 */
export function eventLabel(type: string): string {
  if (type === '') return 'always'
  return type.replace(/^xstate\.(done|error)\.actor\.(.+)$/, '$1($2)').replace(/^xstate\.after\.([^.]+)\..+$/, 'after($1)')
}

/** Names an action, guard or actor; one written inline has no name. */
export function nameOf(part: unknown): string {
  if (typeof part === 'string') return part
  return hasType(part) && typeof part.type === 'string' ? part.type : '(in place)'
}

/** Filters a node's entry or exit actions: drops the timers that `after` adds. */
export function authored(actions: readonly unknown[]): unknown[] {
  const isTimer = (action: unknown): boolean =>
    typeof action === 'function' && hasType(action) && /^xstate\.(raise|cancel)$/.test(String(action.type))
  return actions.filter((action) => !isTimer(action))
}

function hasType(part: unknown): part is { type: unknown } {
  return (typeof part === 'object' || typeof part === 'function') && part !== null && 'type' in part
}
