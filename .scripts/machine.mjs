// Opens a machine file as Stately's tools do, and reads the chart that is in it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileFunction } from 'node:vm'
import * as xstate from 'xstate'
import { root } from './root.mjs'

/** The session's machine, as the source tree has it. */
export const sessionFile = join(root, 'machines/authMachine.ts')

/** The machine in a file that holds one. */
export async function openMachine(file) {
  const [machine, ...others] = await openMachines(readFileSync(file, 'utf8'))
  if (machine === undefined || others.length > 0) throw new Error(`${file} must hold one machine.`)
  return machine
}

/** The machines in a text: types erased, imports and `export` cut away, the rest run with nothing in scope but xstate's own names. */
export async function openMachines(text) {
  const { parseSync, transformWithOxc } = await import('vite')
  const { code } = await transformWithOxc(text, 'machine.ts', { sourcemap: false })
  const names = new Set()
  let script = ''
  let at = 0
  for (const { type, start, end, source, declaration, specifiers = [] } of parseSync('machine.js', code).program.body) {
    if (type === 'ImportDeclaration') {
      if (source.value !== 'xstate') throw new Error(`imports from ${source.value}`)
      for (const { imported, local } of specifiers) {
        if (imported?.name !== local.name) throw new Error(`imports under another name: ${local.name}`)
        names.add(local.name)
      }
      script += code.slice(at, start)
      at = end
    } else if (type.startsWith('Export')) {
      script += code.slice(at, start)
      at = declaration?.start ?? end
    }
  }
  return evaluate(script + code.slice(at), [...names])
}

function evaluate(script, names) {
  const machines = []
  const setup = (config) => {
    const made = xstate.setup(config)
    const createMachine = (definition) => {
      const machine = made.createMachine(definition)
      machines.push(machine)
      return machine
    }
    return { ...made, createMachine }
  }
  const scope = { ...xstate, setup }
  compileFunction(script, names)(...names.map((name) => scope[name]))
  return machines
}

/** Every state node, the root first. */
export function nodesOf(machine) {
  const visit = (node) => [node, ...Object.values(node.states).flatMap(visit)]
  return visit(machine.root)
}

/** A node's own transitions, eventless ones last. */
export function transitionsOf(node) {
  return [...[...node.transitions.values()].flat(), ...(node.always ?? [])]
}

/** Names a transition: where it starts, its event, and which of that event's it is. */
export function transitionId(transition) {
  const siblings = transition.source.transitions.get(transition.eventType) ?? transition.source.always ?? []
  return `${transition.source.id} ${eventLabel(transition.eventType)} #${siblings.indexOf(transition)}`
}

/** `xstate.done.actor.signIn` reads done(signIn), `xstate.after.heartbeat.auth…` after(heartbeat), no event always. */
export function eventLabel(type) {
  if (type === '') return 'always'
  return type.replace(/^xstate\.(done|error)\.actor\.(.+)$/, '$1($2)').replace(/^xstate\.after\.([^.]+)\..+$/, 'after($1)')
}

/** The name of an action, guard or actor; one written in place has none. */
export function nameOf(part) {
  if (typeof part === 'string') return part
  return typeof part?.type === 'string' ? part.type : '(in place)'
}

/** A node's entry or exit actions without the timers that `after` adds. */
export function authored(actions) {
  return actions.filter((action) => !(typeof action === 'function' && /^xstate\.(raise|cancel)$/.test(String(action.type))))
}
