// Lays out a machine's chart for the inspector: the position of each state and the path of each arrow. elkjs runs in Node at build time;
// the browser receives numbers.
import type { ElkEdgeSection, ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js'
import type { ArrowRow, Columns, Packed, StateRow, StepRow } from 'virtual:machines'
import type { AnyStateMachine } from 'xstate'
import type { Chart, ChartArrow, ChartLine, ChartState, ChartStep } from '../../app/inspector/chart'
import { authored, eventLabel, nameOf, nodesOf, transitionId, transitionsOf } from './machine.ts'

type Node = AnyStateMachine['root']

/** Width of one letter and height of one line, in the chart's own units. */
const letter = { title: 7.4, line: 6.1 }
const LINE = 15
const HEAD = 30

const spacing = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.edgeLabels.inline': 'true',
  'elk.spacing.nodeNode': '18',
  'elk.spacing.edgeNode': '9',
  'elk.spacing.edgeEdge': '8',
  'elk.spacing.edgeLabel': '2',
  'elk.layered.spacing.nodeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeNodeBetweenLayers': '8',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '7',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.thoroughness': '60',
}

/** Lays out a machine's chart with all its texts. The same machine always gives the same chart. */
export async function layOut(machine: AnyStateMachine): Promise<Chart> {
  const { default: Elk } = await import('elkjs/lib/elk.bundled.js')
  const steps = stepsOf(machine)
  const laid = await new Elk().layout(graphOf(machine, steps))
  const states: ChartState[] = []
  for (const box of laid.children ?? []) collect(box, machine, steps, states)
  return {
    id: machine.id,
    about: machine.root.description ?? '',
    width: Math.ceil(laid.width ?? 0),
    height: Math.ceil(laid.height ?? 0),
    states,
    steps,
    arrows: (laid.edges ?? []).map((edge) => arrowOf(edge, steps)),
  }
}

/** Drops from the chart whatever src/app/inspector/chart.ts can derive: each byte of it travels. */
export function pack({ id: machine, about: intent, width, height, states, steps, arrows }: Chart): Packed {
  const ids = [machine, ...states.map(({ id }) => id)]
  return {
    id: machine,
    about: intent,
    size: [width, height],
    states: columnsOf(
      states.map(({ id, about, isFirst, box, lines }): StateRow => {
        const others = lines.filter((line) => line.steps.length === 0).map(({ text }) => text)
        return [id.slice(machine.length + 1), about, isFirst ? 1 : 0, ...box, others.join('\n')]
      }),
    ),
    steps: columnsOf(
      steps.map(({ from, to, event, guard, actions, about }): StepRow => {
        return [ids.indexOf(from), to === null ? -1 : ids.indexOf(to), event, guard, actions.join(' '), about]
      }),
    ),
    arrows: columnsOf(arrows.map(({ path, at }): ArrowRow => [path, ...at])),
  }
}

function columnsOf<Row extends readonly unknown[]>(rows: readonly Row[]): Columns<Row> {
  return (rows[0] ?? []).map((_cell, at) => rows.map((row) => row[at])) as unknown as Columns<Row>
}

/** Lists every transition, in the order of the file. */
function stepsOf(machine: AnyStateMachine): ChartStep[] {
  return nodesOf(machine).flatMap((node) =>
    transitionsOf(node).map((transition) => ({
      id: transitionId(transition),
      from: node.id,
      to: transition.target?.[0]?.id ?? null,
      event: transition.eventType,
      guard: transition.guard ? nameOf(transition.guard) : '',
      actions: transition.actions.map(nameOf),
      about: transition.description ?? '',
    })),
  )
}

/** Lists the lines in a state's box below its name: what it invokes, its entry actions, and the events it handles without leaving. */
function linesOf(node: Node, steps: readonly ChartStep[]): ChartLine[] {
  const stays = [...steps.entries()].filter(([, { from, to }]) => from === node.id && to === null)
  return [
    ...node.invoke.map(({ src }) => ({ text: `runs ${nameOf(src)}`, steps: [] })),
    ...authored(node.entry).map((action) => ({ text: `does ${nameOf(action)}`, steps: [] })),
    ...[...new Set(stays.map(([, { event }]) => event))].map((event) => ({
      text: `handles ${eventLabel(event)}`,
      steps: stays.filter(([, step]) => step.event === event).map(([at]) => at),
    })),
  ]
}

function graphOf(machine: AnyStateMachine, steps: readonly ChartStep[]): ElkNode {
  const box = (node: Node): ElkNode => {
    const lines = linesOf(node, steps)
    const inside = Object.values<Node>(node.states).map(box)
    const width = Math.max(node.key.length * letter.title + 36, ...lines.map(({ text }) => text.length * letter.line + 24))
    const height = HEAD + lines.length * LINE + (lines.length > 0 ? 6 : 2)
    if (inside.length === 0) return { id: node.id, width, height }
    return {
      id: node.id,
      children: inside,
      layoutOptions: { ...spacing, 'elk.padding': `[top=${height + 8},left=18,bottom=18,right=18]` },
    }
  }
  return { id: '', children: Object.values<Node>(machine.root.states).map(box), edges: edgesOf(steps), layoutOptions: spacing }
}

/** Makes one arrow for each pair of states; its lines name the events that lead from one to the other, each once. */
function edgesOf(steps: readonly ChartStep[]): ElkExtendedEdge[] {
  const arrows = new Map<string, { from: string; to: string; all: ChartStep[] }>()
  for (const step of steps) {
    const { from, to } = step
    if (to === null) continue
    const way = `${from} ${to}`
    arrows.set(way, { from, to, all: [...(arrows.get(way)?.all ?? []), step] })
  }
  return [...arrows.values()].map(({ from, to, all }) => {
    const lines = [...new Set(all.map(({ event }) => shortLabel(event)))]
    return {
      id: all.map(({ id }) => id).join('\n'),
      sources: [from],
      targets: [to],
      labels: [
        {
          text: lines.join('\n'),
          width: Math.max(...lines.map((line) => line.length * letter.line)) + 10,
          height: lines.length * LINE + 4,
        },
      ],
    }
  })
}

/** Shortens an event for its arrow: the box that the arrow leaves names whose answer or time-out it is. */
function shortLabel(event: string): string {
  return eventLabel(event).replace(/^(done|error)\(.*$/, '$1')
}

function collect(box: ElkNode, machine: AnyStateMachine, steps: readonly ChartStep[], states: ChartState[]): void {
  const node: Node = machine.getStateNodeById(box.id)
  const { x = 0, y = 0, width = 0, height = 0 } = box
  states.push({
    id: node.id,
    label: node.key,
    about: node.description ?? '',
    lines: linesOf(node, steps),
    isGroup: box.children !== undefined && box.children.length > 0,
    isFirst: node.parent?.initial?.target[0] === node,
    box: [Math.round(x), Math.round(y), Math.round(width), Math.round(height)],
  })
  for (const inner of box.children ?? []) collect(inner, machine, steps, states)
}

function arrowOf({ id, sections = [], labels: [label] = [] }: ElkExtendedEdge, steps: readonly ChartStep[]): ChartArrow {
  const ids = id.split('\n')
  const lines = (label?.text ?? '').split('\n')
  const places = ids.map((one) => steps.findIndex((step) => step.id === one))
  return {
    path: sections.map(pathOf).join(''),
    at: [Math.round(label?.x ?? 0), Math.round(label?.y ?? 0)],
    lines: lines.map((text) => ({ text, steps: places.filter((at) => shortLabel(steps[at]?.event ?? '') === text) })),
  }
}

/** Writes an arrow's path as SVG; every segment is vertical or horizontal. */
function pathOf({ startPoint, bendPoints = [], endPoint }: ElkEdgeSection): string {
  const whole = ({ x, y }: { x: number; y: number }) => ({ x: Math.round(x), y: Math.round(y) })
  const start = whole(startPoint)
  const points = [...bendPoints, endPoint].map(whole)
  const parts = points.map(({ x, y }, at) => ((points[at - 1] ?? start).x === x ? `V${y}` : `H${x}`))
  return `M${start.x} ${start.y}${parts.join('')}`
}
