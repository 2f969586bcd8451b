import type { AnyStateMachine, InspectionEvent } from 'xstate'
import type { Coverage } from '../../src/tools/model/played'
import { nodesOf, transitionId, transitionsOf } from '../support/session/chart'

/** Collects the transitions that a system takes, by the names of tests/support/session/chart.ts. */
export function createCoverage(machine: AnyStateMachine) {
  const nodes = nodesOf(machine)
  const all = nodes.flatMap(transitionsOf)
  const seen = new Set<string>()
  const rested = new Set<string>()
  let latest: string[] = []
  const take = (id: string): void => {
    seen.add(id)
    latest.push(id)
  }

  /** Every state that a transition left, or that was rested in, and those around it. */
  function statesSeen(): ReadonlySet<string> {
    const ids = [...rested, ...[...seen].map((id) => id.slice(0, id.indexOf(' ')))]
    return new Set(ids.flatMap((id) => id.split('.').map((_, at, parts) => parts.slice(0, at + 1).join('.'))))
  }

  return {
    /** A transition was taken. */
    take,
    /** What follows belongs to the next step. */
    mark(): void {
      latest = []
    },
    /** Transitions that were taken since then. */
    sinceMark: (): readonly string[] => latest,
    /** The machine came to rest in the state at this address, such as `session.expired`, or in several, joined by ` & `. */
    rest(place: string): void {
      for (const one of place.split(' & ')) rested.add(`${machine.id}.${one}`)
    },
    /** To be handed to an actor. */
    inspect(event: InspectionEvent): void {
      if (event.type !== '@xstate.microstep') return
      const { _transitions: taken } = event
      for (const transition of taken) if (transition.eventType !== 'xstate.init') take(transitionId(transition))
    },
    /** What was seen of the chart; of `expected` alone, where a system cannot show everything. */
    result(expected?: ReadonlySet<string>): Coverage {
      const isExpected = (id: string) => expected?.has(id) ?? true
      return {
        states: share(nodes.map(({ id }) => id).filter(isExpected), statesSeen()),
        transitions: share(all.map(transitionId).filter(isExpected), seen),
      }
    },
  }
}

function share(all: readonly string[], seen: ReadonlySet<string>) {
  const missing = all.filter((id) => !seen.has(id))
  return { seen: all.length - missing.length, total: all.length, missing }
}
