import type { AnyActorRef, AnyMachineSnapshot, AnyTransitionDefinition, InspectedMicrostepEvent, InspectionEvent } from 'xstate'
import { createRedactor } from './redact'
import type { Entry, PageInfo, Wire } from './wire'

/** How many steps a page remembers for an inspector that is opened late. */
const MEMORY = 500
/** What may be sent: events that carry nothing that a person typed, and need no click of theirs. */
const sendable = /^(cancel|signOut|sync|token\.(needed|rejected)|peer\.signedOut)$/

/** What a recorder stands in. */
export interface RecorderDeps {
  readonly channel: BroadcastChannel
  readonly now: () => number
  readonly title: () => string
  /** Whether the inspector may send events. */
  readonly listens: boolean
}

/**
 * Follows the session's actor and tells the inspector of every step. What it keeps and tells has passed the redactor; of the actor's
 * children, whose inputs hold passwords and whose outputs hold tokens, it does not even look.
 */
export function createRecorder({ channel, now, title, listens }: RecorderDeps) {
  const redact = createRedactor()
  const entries: Entry[] = []
  const id = Math.random().toString(36).slice(2, 8)
  const openedAt = now()
  let actor: AnyActorRef | null = null
  let transitions: string[] = []
  let n = 0

  const page = (): PageInfo => ({ id, title: title(), openedAt, listens })
  const post = (message: Wire) => channel.postMessage(message)

  channel.addEventListener('message', ({ data }: MessageEvent<Wire>) => {
    if (data.type === 'hello') post({ type: 'past', page: page(), entries })
    if (data.type === 'ping') post({ type: 'here', page: page() })
    if (data.type === 'send' && listens && data.page === id && sendable.test(data.event.type))
      actor?.send({ tokenId: actor.getSnapshot().context.tokenId, ...data.event })
  })

  function note({ _transitions: taken }: InspectedMicrostepEvent): void {
    transitions.push(...taken.flatMap(idOf))
  }

  function record({ context, machine, _nodes: nodes }: AnyMachineSnapshot, { type, ...data }: { type: string }): void {
    const event = type === 'xstate.init' || machine.events.includes(type) ? type : 'unknown'
    const states = nodes.map((node) => node.id)
    const value = nodes.find((node) => node.type === 'atomic')?.path.join('.') ?? ''
    const entry = { n, at: now(), event, data: redact(data), transitions, value, states, context: redact(context) }
    n += 1
    transitions = []
    entries.push(entry)
    if (entries.length > MEMORY) entries.shift()
    post({ type: 'entry', page: id, entry })
  }

  return {
    /** What `createActor` calls with all that happens. */
    inspect(event: InspectionEvent): void {
      if (event.actorRef.sessionId !== event.rootId) return
      actor = event.actorRef as AnyActorRef
      if (event.type === '@xstate.microstep') note(event)
      if (event.type === '@xstate.snapshot') record(event.snapshot as AnyMachineSnapshot, event.event)
    },
    /** The page is left. */
    close: () => post({ type: 'gone', page: id }),
  }
}

/** A transition as the chart names it; the start is none. */
function idOf(transition: AnyTransitionDefinition): string[] {
  const { source, eventType } = transition
  const siblings: readonly unknown[] = source.transitions.get(eventType) ?? source.always ?? []
  const label = eventType
    .replace(/^xstate\.(done|error)\.actor\.(.+)$/, '$1($2)')
    .replace(/^xstate\.after\.([^.]+)\..+$/, 'after($1)')
  return siblings.includes(transition) ? [`${source.id} ${label || 'always'} #${siblings.indexOf(transition)}`] : []
}
