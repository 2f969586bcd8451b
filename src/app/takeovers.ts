import type { AuthActor } from '../auth/sessionPort'

/**
 * Watches for sessions that another user began in another tab and that this tab took over: while its own session went on, or after it had
 * ended. Returns whether the session of an epoch is one. Watches as long as the tab lives.
 */
export function watchTakeovers(actor: AuthActor): (epoch: number) => boolean {
  let user = actor.getSnapshot().context.subject
  let takenOverIn: number | null = null
  actor.on('*', (event) => {
    const { subject, epoch } = actor.getSnapshot().context
    const isOthers = event.type === 'session.started' && event.via === 'elsewhere' && user !== null && subject !== user
    if (isOthers || event.type === 'session.switched') takenOverIn = epoch
    user = subject ?? user
  })
  return (epoch) => epoch === takenOverIn
}
