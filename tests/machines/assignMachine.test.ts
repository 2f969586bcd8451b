import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { assignMachine } from '../../machines/assignMachine'
import type { AssignBody, AssignOutcome } from '../../src/contract/firmwareCalls'

const shed = { id: 'shed', name: 'Shed', code: 'already_installed', message: 'It runs it already' } as const
const cellar = { id: 'cellar', name: 'Cellar', code: 'already_assigned', message: 'It is assigned it already' } as const
const [attic, barn] = [
  { id: 'attic', name: 'Attic' },
  { id: 'barn', name: 'Barn' },
]
const body: AssignBody = { filter: { hardwareId: ['leaf'] }, expectedCount: 3, reason: 'Batteries' }

/** Starts an assignment that gets these answers, one after the other. */
function begin(...answers: readonly (AssignOutcome | Error)[]) {
  const sent: AssignBody[] = []
  const send = fromPromise<AssignOutcome, { body: AssignBody }>(({ input }) => {
    sent.push(input.body)
    const answer = answers[sent.length - 1] ?? new Error('No answer is left')
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  })
  const actor = createActor(assignMachine.provide({ actors: { send } })).start()
  actor.send({ type: 'check', body })
  return { actor, sent }
}

describe('assignMachine', () => {
  it('assigns only the gateways that passed the dry run, and reports those that either call skipped', async () => {
    const changed = [{ id: 'attic', version: 2, before: { targetFirmwareId: null } }]
    const { actor, sent } = begin(
      { assigned: [attic, barn], skipped: [shed], changed: [] },
      { assigned: [attic], skipped: [cellar], changed },
    )
    await waitFor(actor, (snapshot) => snapshot.matches('confirming'))
    actor.send({ type: 'assign' })
    const { context } = await waitFor(actor, (snapshot) => snapshot.matches('reporting'))
    expect(sent).toEqual([
      { ...body, dryRun: true },
      { gatewayIds: ['attic', 'barn'], reason: 'Batteries' },
    ])
    expect(context.outcome).toEqual({ assigned: [attic], skipped: [shed, cellar], changed })
  })

  it('clears the failure of an assignment when the user returns to the selection', async () => {
    const { actor } = begin({ assigned: [attic], skipped: [], changed: [] }, new Error('bug'))
    await waitFor(actor, (snapshot) => snapshot.matches('confirming'))
    actor.send({ type: 'assign' })
    const refused = await waitFor(actor, ({ context }) => context.failure !== null)
    expect([refused.value, refused.context.failure]).toEqual(['confirming', 'The server gave no answer'])
    actor.send({ type: 'back' })
    expect(actor.getSnapshot().context).toMatchObject({ failure: null, body })
  })
})
