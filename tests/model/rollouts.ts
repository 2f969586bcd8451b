import { rolloutMachine, type RolloutEvent } from '../../machines/rolloutMachine'
import { flowOf, type Case } from './flow'

/** A system that a rollout runs in. */
interface RolloutSystem {
  /** Causes an event, allowed or refused. */
  make(event: RolloutEvent): Promise<void>
}

const ada = '01920000-0000-7000-8000-000000000001'
const grace = '01920000-0000-7000-8000-000000000002'
const underWay = ['running', 'paused']

const move = (name: string, tell: string, from: readonly string[], event: RolloutEvent) => ({
  name,
  tell,
  in: from,
  event,
  drive: (system: RolloutSystem) => system.make(event),
})

/** The table of a rollout's life. */
const cases: readonly Case<unknown, RolloutEvent, RolloutSystem>[] = [
  move('start', 'An administrator starts it now.', ['draft'], { type: 'start', needsApproval: false, isDue: true }),
  move('start later', 'An administrator starts it for tomorrow.', ['draft'], {
    type: 'start',
    needsApproval: false,
    isDue: false,
  }),
  move('ask', 'An administrator starts it, and somebody else has to approve.', ['draft'], {
    type: 'start',
    needsApproval: true,
    isDue: true,
  }),
  move('approve', 'A second administrator approves it.', ['scheduled'], {
    type: 'approve',
    by: grace,
    requestedBy: ada,
    isApprovalPending: true,
  }),
  move('approve alone', 'Who started it approves it, and is refused.', ['scheduled'], {
    type: 'approve',
    by: ada,
    requestedBy: ada,
    isApprovalPending: true,
  }),
  move('begin', 'Its time has come.', ['scheduled'], { type: 'begin', isApprovalPending: false, isDue: true }),
  move('begin unapproved', 'Its time has come, and nobody has approved it.', ['scheduled'], {
    type: 'begin',
    isApprovalPending: true,
    isDue: true,
  }),
  move('pause', 'An administrator pauses it, or a group took too long.', ['running'], { type: 'pause' }),
  move('resume', 'An administrator lets it go on.', ['paused'], { type: 'resume' }),
  move('stop', 'An administrator stops it, or too many gateways failed.', ['scheduled', ...underWay], { type: 'stop' }),
  move('finish', 'Every group is done.', ['running'], { type: 'finish' }),
  move('retry', 'An administrator tries the gateways again that failed.', [...underWay, 'finished'], {
    type: 'retry',
    failed: 2,
  }),
  move('retry nothing', 'None failed, and it is refused.', [...underWay, 'finished'], { type: 'retry', failed: 0 }),
]

export const rolloutFlow = flowOf({ machine: rolloutMachine, name: 'rollout', cases })
