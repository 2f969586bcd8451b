import { describe, expect, it } from 'vitest'
import { authMachine } from '../../machines/authMachine'
import { authored, describeChart, eventLabel, nameOf, nodesOf, transitionsOf } from '../support/chart'

const nodes = nodesOf(authMachine)

describe('authMachine, as a chart', () => {
  it('is the chart that was reviewed', async () => {
    await expect(describeChart(authMachine)).toMatchFileSnapshot('./authMachine.graph.txt')
  })

  it('uses every name it declares and declares every name it uses', () => {
    const used = new Set<string>()
    for (const node of nodes) {
      for (const action of authored([...node.entry, ...node.exit])) used.add(`actions ${nameOf(action)}`)
      for (const { src } of node.invoke) used.add(`actors ${nameOf(src)}`)
      for (const { actions, guard, eventType } of transitionsOf(node)) {
        for (const action of actions) used.add(`actions ${nameOf(action)}`)
        if (guard) used.add(`guards ${nameOf(guard)}`)
        const delay = /^after\((.+)\)$/.exec(eventLabel(eventType))?.[1]
        if (delay !== undefined) used.add(`delays ${delay}`)
      }
    }
    const kinds = ['actions', 'actors', 'guards', 'delays'] as const
    const declared = kinds.flatMap((kind) => Object.keys(authMachine.implementations[kind]).map((name) => `${kind} ${name}`))
    expect([...used].toSorted()).toEqual(declared.toSorted())
  })

  it('gives every invoke an id', () => {
    const ids = nodes.flatMap(({ invoke }) => invoke.map(({ id }) => id))
    expect(ids).toEqual(['environment', 'signIn', 'signUp', 'socialSignIn', 'forgotPassword', 'refresh'])
  })

  it('describes every state and every transition', () => {
    const states = nodes.filter(({ description }) => !description).map(({ id }) => id)
    const transitions = nodes
      .flatMap(transitionsOf)
      .filter((transition) => !transition.description)
      .map(({ source, eventType }) => `${source.id} ${eventType}`)
    expect([...states, ...transitions]).toEqual([])
  })

  it('has a way out by error and by time-out of every busy state', () => {
    const busy = nodes.filter(({ tags }) => tags.includes('busy'))
    expect(busy).not.toEqual([])
    for (const node of busy) {
      const labels = transitionsOf(node).map(({ eventType }) => eventLabel(eventType))
      expect(labels, node.id).toContainEqual(expect.stringMatching(/^error\(/))
      expect(labels, node.id).toContainEqual(expect.stringMatching(/^after\(/))
    }
  })

  it('leaves every session state on signOut in one step', () => {
    const session = authMachine.states.session
    expect(session?.transitions.get('signOut')?.map(({ target }) => target?.[0]?.id)).toEqual(['auth.guest.signedOut'])
    const overriding = nodes.filter(({ id, transitions }) => id.startsWith('auth.session.') && transitions.has('signOut'))
    expect(overriding).toEqual([])
  })
})
