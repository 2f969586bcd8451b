import { machines as files } from 'virtual:machines'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createMachine, type AnyStateMachine } from 'xstate'
import { initialOf } from '../../src/tools/chart/machine'
import { layOut } from '../../src/tools/chart/layout'
import { loadChart } from '../../src/app/inspector/chart'
import { jsonText, machineText, visualizerText } from '../../src/app/inspector/copies'
import { nodesOf, transitionId, transitionsOf } from '../support/session/chart'
import { machines } from './machines'

const idsOf = (machine: AnyStateMachine) => nodesOf(machine).flatMap(transitionsOf).map(transitionId)

type Point = readonly [number, number]

/** Returns the start and the end of a path such as `M1 2V3H4`. */
function endsOf(path: string): readonly [Point, Point] {
  const [, x, y] = /^M(\d+) (\d+)/.exec(path) ?? []
  const lastOf = (letter: string, first: string | undefined) =>
    Number(
      path
        .match(new RegExp(`${letter}\\d+`, 'g'))
        ?.at(-1)
        ?.slice(1) ?? first,
    )
  return [
    [Number(x), Number(y)],
    [lastOf('H', x), lastOf('V', y)],
  ]
}

it('has a chart and the initial states of every machine', () => {
  const initials = Object.values(machines).map((machine) => [machine.id, initialOf(machine)])
  expect(Object.fromEntries(Object.entries(files).map(([id, { initial }]) => [id, initial]))).toEqual(
    Object.fromEntries(initials),
  )
})

describe.each(Object.entries(machines))('the inspector’s chart of %s', async (_name, machine) => {
  const chart = await loadChart(machine.id)
  const nodes = nodesOf(machine)

  it('is laid out from the machine as it is now', async () => {
    expect(await layOut(machine)).toEqual(chart)
  })

  it('shows every state with its description', () => {
    expect(chart.about).not.toBe('')
    expect(chart.states.map(({ id }) => id).toSorted()).toEqual(
      nodes
        .slice(1)
        .map(({ id }) => id)
        .toSorted(),
    )
    expect(chart.states.filter(({ about }) => about === '')).toEqual([])
  })

  it('shows every transition once: on an arrow, or in the box of a state that it stays in', () => {
    const places = [...chart.arrows, ...chart.states].flatMap(({ lines }) => lines.flatMap(({ steps }) => steps))
    expect(places.map((at) => chart.steps[at]?.id ?? '').toSorted()).toEqual(idsOf(machine).toSorted())
    expect(chart.steps.filter(({ about }) => about === '')).toEqual([])
  })

  it('draws each arrow from the edge of one state to the edge of the other', () => {
    const boxOf = (id: string | null | undefined) => chart.states.find((state) => state.id === id)?.box ?? [0, 0, 0, 0]
    const isAtEdge = ([x, y]: Point, [left, top, width, height]: readonly number[]) =>
      [left, (left ?? 0) + (width ?? 0)].some((edge) => Math.abs(x - (edge ?? 0)) <= 1) ||
      [top, (top ?? 0) + (height ?? 0)].some((edge) => Math.abs(y - (edge ?? 0)) <= 1)
    for (const { path, lines } of chart.arrows) {
      const step = chart.steps[lines[0]?.steps[0] ?? -1]
      const [first, last] = endsOf(path)
      expect(isAtEdge(first, boxOf(step?.from)), step?.id).toBe(true)
      expect(isAtEdge(last, boxOf(step?.to)), step?.id).toBe(true)
    }
  })

  it('has no two boxes of states that overlap unless one is inside the other', () => {
    const leaves = chart.states.filter(({ isGroup }) => !isGroup)
    for (const one of leaves)
      for (const other of leaves) {
        const [left, top, width, height] = one.box
        const [x, y, across, down] = other.box
        const apart = left + width <= x || x + across <= left || top + height <= y || y + down <= top
        expect(one === other || apart, `${one.id} and ${other.id}`).toBe(true)
      }
  })
})

describe.each(Object.entries(machines))('the copies of %s', (name, machine) => {
  it('include the unchanged file', async () => {
    expect(await machineText(machine.id)).toBe(readFileSync(`machines/${name}.ts`, 'utf8'))
  })

  it('include a definition of the same chart', async () => {
    const copy = createMachine(JSON.parse(await jsonText(machine.id)) as typeof machine.config)
    expect(idsOf(copy)).toEqual(idsOf(machine))
  })

  it('include a text for the visualizer with both names of each guard', async () => {
    const text = await visualizerText(machine.id)
    expect(text).toMatch(/^import \{ createMachine \} from 'xstate'\n/)
    expect(text).toContain(`export const ${name} = createMachine(`)
    const definition = await jsonText(machine.id)
    const guards = definition.match(/"guard":/g)?.length
    expect([text.match(/"cond":/g)?.length, text.match(/"guard":/g)?.length]).toEqual([guards, guards])
  })
})
