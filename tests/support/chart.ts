import type { AnyStateMachine, AnyTransitionDefinition } from 'xstate'

type Node = AnyStateMachine['root']

/** Every state node, the root first. */
export function nodesOf(machine: AnyStateMachine): Node[] {
  const visit = (node: Node): Node[] => [node, ...Object.values(node.states).flatMap(visit)]
  return visit(machine.root)
}

/** A node's own transitions, eventless ones last. */
export function transitionsOf(node: Node): AnyTransitionDefinition[] {
  return [...[...node.transitions.values()].flat(), ...(node.always ?? [])]
}

/** Names a transition: where it starts, its event, and which of that event's it is. */
export function transitionId(transition: AnyTransitionDefinition): string {
  const siblings = transition.source.transitions.get(transition.eventType) ?? transition.source.always ?? []
  return `${transition.source.id} ${eventLabel(transition.eventType)} #${siblings.indexOf(transition)}`
}

/** `xstate.done.actor.signIn` reads done(signIn), `xstate.after.heartbeat.auth…` after(heartbeat), no event always. */
export function eventLabel(type: string): string {
  if (type === '') return 'always'
  return type.replace(/^xstate\.(done|error)\.actor\.(.+)$/, '$1($2)').replace(/^xstate\.after\.([^.]+)\..+$/, 'after($1)')
}

/** The name of an action, guard or actor; one written in place has none. */
export function nameOf(part: unknown): string {
  if (typeof part === 'string') return part
  if (typeof part === 'object' && part !== null && 'type' in part && typeof part.type === 'string') return part.type
  return '(in place)'
}

/** A node's entry or exit actions without the timers that `after` adds. */
export function authored(actions: readonly unknown[]): unknown[] {
  return actions.filter(
    (action) => !(typeof action === 'function' && 'type' in action && /^xstate\.(raise|cancel)$/.test(String(action.type))),
  )
}

/** One line per fact of the chart: what a reviewer must see when it changes. */
export function describeChart(machine: AnyStateMachine): string {
  return `${nodesOf(machine).flatMap(describeNode).join('\n')}\n`
}

function describeNode(node: Node): string[] {
  const initial = node.initial?.target.map(({ key }) => key).join() ?? ''
  const facts = [node.type, initial && `initial ${initial}`, node.tags.length > 0 && `tags ${node.tags.join(' ')}`].filter(
    Boolean,
  )
  const actions = (label: string, list: readonly unknown[]) =>
    authored(list).length > 0 ? [`  ${label}${actionsOf(authored(list))}`] : []
  return [
    `${node.id} (${facts.join(', ')})`,
    ...actions('entry', node.entry),
    ...actions('exit', node.exit),
    ...node.invoke.map(({ id, src }) => `  invoke ${id} = ${nameOf(src)}`),
    ...transitionsOf(node).map(describeTransition),
  ]
}

function describeTransition({ eventType, guard, actions, target, reenter }: AnyTransitionDefinition): string {
  const to = target?.map(({ id }) => id).join() ?? '(stay)'
  return `  ${eventLabel(eventType)}${guard ? ` [${nameOf(guard)}]` : ''}${actionsOf(actions)} -> ${to}${reenter ? ' (anew)' : ''}`
}

function actionsOf(actions: readonly unknown[]): string {
  return actions.length > 0 ? ` / ${actions.map(nameOf).join(', ')}` : ''
}
