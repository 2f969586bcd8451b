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

  /** The states that a transition left or in which the machine rested, with their ancestors. */
  function statesSeen(): ReadonlySet<string> {
    const ids = [...rested, ...[...seen].map((id) => id.slice(0, id.indexOf(' ')))]
    return new Set(ids.flatMap((id) => id.split('.').map((_, at, parts) => parts.slice(0, at + 1).join('.'))))
  }

  return {
    /** Records that a transition was taken. */
    take,
    /** Starts the next step. */
    mark(): void {
      latest = []
    },
    /** Transitions taken since `mark`. */
    sinceMark: (): readonly string[] => latest,
    /** Records that the machine rests in the state at this address, such as `session.expired`, or in several, joined by ` & `. */
    rest(place: string): void {
      for (const one of place.split(' & ')) rested.add(`${machine.id}.${one}`)
    },
    /** Records an actor's transitions; pass it as the actor's `inspect`. */
    inspect(event: InspectionEvent): void {
      if (event.type !== '@xstate.microstep') return
      const { _transitions: taken } = event
      for (const transition of taken) if (transition.eventType !== 'xstate.init') take(transitionId(transition))
    },
    /** Returns the coverage; with `expected` only of those states and transitions, for a system that cannot show all. */
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
