import type { AnyActorRef, AnyMachineSnapshot, AnyTransitionDefinition, InspectionEvent } from 'xstate'
import type { Clock } from '../../auth/ports'
import { createRedactor } from './redact'
import type { Entry, Wire } from './wire'

/** How many steps a page remembers for an inspector that is opened late. */
const MEMORY = 500
/** What a recorder stands in. */
export interface RecorderDeps {
  readonly window: Pick<Window, 'document' | 'addEventListener'>
  readonly channel: BroadcastChannel
  readonly clock: Pick<Clock, 'now'>
  /** Whether the inspector may send events. */
  readonly listens: boolean
}

/**
 * What `createActor` calls with all that happens: follows the session's actor and tells the inspector of every step. What it keeps and
 * tells has passed the redactor; at the actor's children, whose inputs hold passwords and whose outputs hold tokens, it does not look.
 */
export function open({ window, channel, clock, listens }: RecorderDeps): (event: InspectionEvent) => void {
  const redact = createRedactor()
  const entries: Entry[] = []
  const openedAt = clock.now()
  const id = String(Math.random())
  let actor: AnyActorRef | undefined
  let transitions: string[] = []
  let n = 0

  const post = (message: Wire) => channel.postMessage(message)

  function record({ context, machine, _nodes: nodes }: AnyMachineSnapshot, { type, ...data }: { type: string }): void {
    const entry = {
      n: n++,
      at: clock.now(),
      event: machine.events.includes(type) ? type : '',
      data: redact(data),
      transitions,
      // The innermost state is entered last; what all begin with is left out.
      value: nodes.at(-1)?.id.slice('auth.'.length) ?? '',
      context: redact(context),
    }
    transitions = []
    if (entries.push(entry) > MEMORY) entries.shift()
    post({ type: 'entry', page: id, entry })
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Wire>) => {
    if (data.type === 'hello') {
      const page = { id, title: window.document.title, openedAt, listens }
      post({ type: 'past', page, entries: entries.slice(data.again ? -1 : 0) })
    }
    if (data.type === 'send' && listens && data.page === id && actor) {
      const { tokenId, sessionId } = actor.getSnapshot().context
      actor.send({ tokenId, sessionId, ...data.event })
    }
  })
  window.addEventListener('pagehide', () => post({ type: 'gone', page: id }))

  return (event) => {
    if (event.actorRef.sessionId !== event.rootId) return
    actor = event.actorRef as AnyActorRef
    if (event.type === '@xstate.snapshot') record(event.snapshot as AnyMachineSnapshot, event.event)
    if (event.type === '@xstate.microstep') transitions.push(...event._transitions.flatMap(idOf))
  }
}

/** A transition as the chart names it; the start is none. */
function idOf(transition: AnyTransitionDefinition): string[] {
  const { source, eventType } = transition
  const siblings: readonly unknown[] = source.transitions.get(eventType) ?? source.always ?? []
  const place = siblings.indexOf(transition)
  const label = eventType.replace(/^xstate\.(?:(done|error)\.actor|(after))\.([^.]+).*/, '$1$2($3)')
  return place < 0 ? [] : [`${source.id} ${label || 'always'} #${place}`]
}
