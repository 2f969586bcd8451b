import { describe, expect, it } from 'vitest'
import { authMachine } from '../../machines/authMachine'
import { eventLabel, nodesOf, transitionsOf } from '../support/session/chart'

const nodes = nodesOf(authMachine)

describe('authMachine, as a chart', () => {
  it('leaves every busy state by an error and by a time-out', () => {
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
