import { describe, expect, it } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { authored, describeChart, eventLabel, nameOf, nodesOf, transitionsOf } from '../support/session/chart'
import { machines } from './machines'

const kinds = ['actions', 'actors', 'guards', 'delays'] as const

/** Lists the names that a chart uses, by their kind. */
function namesUsed(machine: AnyStateMachine): ReadonlySet<string> {
  const used = new Set<string>()
  for (const node of nodesOf(machine)) {
    for (const action of authored([...node.entry, ...node.exit])) used.add(`actions ${nameOf(action)}`)
    for (const { src } of node.invoke) used.add(`actors ${nameOf(src)}`)
    for (const { actions, guard, eventType } of transitionsOf(node)) {
      for (const action of actions) used.add(`actions ${nameOf(action)}`)
      if (guard) used.add(`guards ${nameOf(guard)}`)
      const delay = /^after\((.+)\)$/.exec(eventLabel(eventType))?.[1]
      if (delay !== undefined) used.add(`delays ${delay}`)
    }
  }
  return used
}

describe.each(Object.entries(machines))('%s, as a chart', (name, machine) => {
  const nodes = nodesOf(machine)

  it('is the chart that was reviewed', async () => {
    await expect(describeChart(machine)).toMatchFileSnapshot(`./${name}.graph.txt`)
  })

  it('uses every name it declares and declares every name it uses', () => {
    const { implementations } = machine
    const declared = kinds.flatMap((kind) => Object.keys(implementations[kind]).map((one) => `${kind} ${one}`))
    expect([...namesUsed(machine)].toSorted()).toEqual(declared.toSorted())
  })

  it('gives every invoke a unique id, by which its answers are identified', () => {
    const ids = nodes.flatMap(({ invoke }) => invoke.map(({ id }) => id))
    expect(ids.filter((id) => id.includes('.'))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('describes every state and every transition', () => {
    const states = nodes.filter(({ description }) => !description).map(({ id }) => id)
    const transitions = nodes
      .flatMap(transitionsOf)
      .filter((transition) => !transition.description)
      .map(({ source, eventType }) => `${source.id} ${eventType}`)
    expect([...states, ...transitions]).toEqual([])
  })
})
