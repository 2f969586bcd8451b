import type { AnyStateMachine } from 'xstate'
import { eventLabel, nodesOf, transitionsOf } from './machine'

type Node = AnyStateMachine['root']

const marks = ['<!-- The chart, made by `npm run chart` -->', '<!-- End of the chart -->'] as const

/** Draws the chart as a Mermaid state diagram; transitions between the same two states share an arrow. */
export function mermaidOf(machine: AnyStateMachine): string {
  const arrows = new Map<string, Set<string>>()
  for (const node of nodesOf(machine))
    for (const { eventType, target } of transitionsOf(node)) {
      const way = `${idOf(node)} --> ${idOf(target?.[0] ?? node)}`
      if (target !== undefined) arrows.set(way, new Set([...(arrows.get(way) ?? []), shortLabel(eventType)]))
    }
  return [
    'stateDiagram-v2',
    ...statesIn(machine.root, '  '),
    ...[...arrows].map(([way, events]) => `  ${way}: ${[...events].join(', ')}`),
  ].join('\n')
}

function statesIn(node: Node, indent: string): string[] {
  const inner: Node[] = Object.values(node.states)
  return [
    // A parallel state has no first state: all its regions start together.
    ...(node.type === 'parallel' ? [] : node.initial.target).map((first: Node) => `${indent}[*] --> ${idOf(first)}`),
    ...inner.flatMap((state) =>
      Object.keys(state.states).length === 0
        ? [`${indent}${idOf(state)}`]
        : [`${indent}state ${idOf(state)} {`, ...statesIn(state, `${indent}  `), `${indent}}`],
    ),
  ]
}

/** Shortens an event for its arrow: the state that the arrow leaves says whose answer it is. */
function shortLabel(event: string): string {
  return eventLabel(event).replace(/^(done|error)\(.*$/, '$1')
}

/** Returns a state's key, prefixed with its parent's where two states of the chart share one. */
function idOf(node: Node): string {
  const isShared = nodesOf(node.machine).filter(({ key }) => key === node.key).length > 1
  return isShared && node.parent !== undefined ? `${node.parent.key}_${node.key}` : node.key
}

/** Replaces the chart between the two marks of a page. */
export function withChart(text: string, mermaid: string): string {
  const [before = '', rest, ...more] = text.split(marks[0])
  const after = rest?.split(marks[1])
  if (after?.length !== 2 || more.length > 0) throw new Error('machines/README.md must hold each mark of the chart once.')
  return `${before}${marks[0]}\n\n\`\`\`mermaid\n${mermaid}\n\`\`\`\n\n${marks[1]}${after[1]}`
}

/** Builds a page with one chart for each machine. */
export function pageOf(machines: readonly { readonly name: string; readonly machine: AnyStateMachine }[]): string {
  const charts = machines.map(
    ({ name, machine }) => `## ${name}\n\n${machine.root.description ?? ''}\n\n\`\`\`mermaid\n${mermaidOf(machine)}\n\`\`\`\n`,
  )
  return `# Charts\n\nMade by \`npm run chart\`; the session's is in the [README](README.md).\n\n${charts.join('\n')}`
}
