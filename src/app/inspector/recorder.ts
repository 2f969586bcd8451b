import type { AnyActorRef, AnyMachineSnapshot, AnyTransitionDefinition, InspectionEvent } from 'xstate'
import type { Clock } from '../../auth/ports'
import { createRedactor } from './redact'
import { ACTORS_MAX, labelOf, STEPS_MAX, type Entry, type InspectorMessage } from './messages'

/** The recorder's environment. */
export interface RecorderDeps {
  readonly window: Pick<Window, 'document' | 'addEventListener'>
  readonly channel: BroadcastChannel
  readonly clock: Pick<Clock, 'now'>
  /** Whether the page accepts events from the inspector. */
  readonly listens: boolean
}

/** A followed actor. */
interface Followed {
  readonly ref: AnyActorRef
  /** The machine's id; empty before the first step. */
  machine: string
  /** The number of the next step. */
  n: number
  readonly entries: Entry[]
  /** Transitions taken since the last step. */
  transitions: string[]
}

/**
 * The inspection callback for `createActor`: follows the actors of machines and reports every step. Everything that it stores or reports is
 * redacted first. It ignores a machine's child actors, whose inputs hold passwords and whose outputs hold tokens.
 */
export function open({ window, channel, clock, listens }: RecorderDeps): (event: InspectionEvent) => void {
  const redact = createRedactor()
  const openedAt = clock.now()
  const page = String(Math.random())
  const actors = new Map<string, Followed>()

  const post = (message: InspectorMessage) => channel.postMessage(message)
  const report = (rootId: string, { machine }: Followed, entries: readonly Entry[]) =>
    post({
      type: 'steps',
      actor: { id: page + rootId, machine, page, title: window.document.title, openedAt, listens },
      entries,
    })

  function record(rootId: string, actor: Followed, snapshot: AnyMachineSnapshot, { type, ...data }: { type: string }): void {
    const { context, machine, status, _nodes: nodes } = snapshot
    actor.machine = machine.id
    const entry = {
      n: actor.n++,
      at: clock.now(),
      event: machine.events.includes(type) ? type : '',
      data: redact(data),
      transitions: actor.transitions,
      // The common prefix is dropped.
      value: nodes
        .filter((node) => /atomic|final/.test(node.type))
        .map(({ id }) => id.slice(machine.id.length + 1))
        .join(' '),
      context: redact(context),
      isOver: status !== 'active',
    }
    actor.transitions = []
    if (actor.entries.push(entry) > STEPS_MAX) actor.entries.shift()
    report(rootId, actor, [entry])
  }

  channel.addEventListener('message', ({ data }: MessageEvent<InspectorMessage>) => {
    for (const [rootId, actor] of actors) {
      if (data.type === 'hello' && actor.n > 0) report(rootId, actor, actor.entries.slice(data.again ? -1 : 0))
      if (data.type === 'send' && listens && data.actor === page + rootId) {
        const { tokenId, sessionId } = actor.ref.getSnapshot().context
        actor.ref.send({ tokenId, sessionId, ...data.event })
      }
    }
  })
  window.addEventListener('pagehide', () => post({ type: 'left', page }))

  /** Forgets the first actor that is over or never started, or else the first of all; never the session nor the newest, which is being created. */
  function forgetOne(): void {
    const others = [...actors].slice(1, -1)
    const [id] = others.find(([, { ref, n }]) => n === 0 || ref.getSnapshot().status !== 'active') ?? others[0] ?? []
    if (id !== undefined) actors.delete(id)
  }

  return (event) => {
    const { rootId } = event
    const ref = event.actorRef as AnyActorRef
    if (ref.sessionId !== rootId) return
    const actor = actors.get(rootId) ?? { ref, machine: '', n: 0, entries: [], transitions: [] }
    actors.set(rootId, actor)
    if (actors.size > ACTORS_MAX) forgetOne()
    if (event.type === '@xstate.snapshot') record(rootId, actor, event.snapshot as AnyMachineSnapshot, event.event)
    if (event.type === '@xstate.microstep') actor.transitions.push(...event._transitions.flatMap(idOf))
  }
}

/** The chart's id of a transition; none for the start. */
function idOf(transition: AnyTransitionDefinition): string[] {
  const { source, eventType } = transition
  const siblings: readonly unknown[] = source.transitions.get(eventType) ?? source.always ?? []
  const place = siblings.indexOf(transition)
  return place < 0 ? [] : [`${source.id} ${labelOf(eventType)} #${place}`]
}
