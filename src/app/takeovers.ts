import type { AuthActor } from '../auth/session'

/**
 * Watches for sessions that another user began in another tab and that this tab took over: while its own session went on, or after it had
 * ended. Returns whether the session of an epoch is one. Watches as long as the tab lives.
 */
export function watchTakeovers(actor: AuthActor): (epoch: number) => boolean {
  let user = actor.getSnapshot().context.subject
  let takenOverIn: number | null = null
  const begin = (isTakeover: (subject: string | null) => boolean) => {
    const { subject, epoch } = actor.getSnapshot().context
    if (isTakeover(subject)) takenOverIn = epoch
    user = subject
  }
  actor.on('session.switched', () => begin(() => true))
  actor.on('session.started', ({ via }) => begin((subject) => via === 'elsewhere' && user !== null && subject !== user))
  return (epoch) => epoch === takenOverIn
}
