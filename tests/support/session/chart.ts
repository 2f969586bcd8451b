import type { AnyStateMachine, AnyTransitionDefinition } from 'xstate'
import { authored, eventLabel, nameOf, nodesOf, transitionId, transitionsOf } from '../../../src/tools/chart/machine'

export { authored, eventLabel, nameOf, nodesOf, transitionId, transitionsOf }

type Node = AnyStateMachine['root']

/** Describes a chart, one line for each fact: a reviewer must see when it changes. */
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
  return `  ${eventLabel(eventType)}${guard ? ` [${nameOf(guard)}]` : ''}${actionsOf(actions)} -> ${to}${reenter ? ' (reenter)' : ''}`
}

function actionsOf(actions: readonly unknown[]): string {
  return actions.length > 0 ? ` / ${actions.map(nameOf).join(', ')}` : ''
}
