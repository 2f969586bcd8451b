import { StrictMode, useMemo, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { machines } from 'virtual:machines'
import type { Clock } from '../../auth/ports'
import { Logo } from '../../ui/layout/Logo'
import { ActorList } from './ActorList'
import { watchActors, type SeenActor } from './actors'
import { useChart } from './chart'
import { ChartView } from './ChartView'
import { CopyBar } from './CopyBar'
import { Details } from './Details'
import './inspector.css'
import { Log, Stepper } from './Log'
import { useSteps } from './useSteps'
import type { SentEvent, InspectorMessage } from './messages'

interface Props {
  readonly channel: BroadcastChannel
  readonly clock: Pick<Clock, 'now' | 'later'>
  readonly copy: (text: string) => Promise<void>
}

interface OpenDeps extends Omit<Props, 'copy'> {
  readonly window: Window
}

/** Turns a page into the inspector: starts no console session, and sends no requests. */
export function open({ window: { document, navigator }, channel, clock }: OpenDeps): null {
  delete document.documentElement.dataset['start']
  document.querySelector('#start')?.remove()
  document.title = 'Inspector · Frond'
  const root = document.querySelector('#root')
  if (root === null) throw new Error('index.html has no #root')
  root.replaceChildren()
  createRoot(root).render(
    <StrictMode>
      <Inspector channel={channel} clock={clock} copy={(text) => navigator.clipboard.writeText(text)} />
    </StrictMode>,
  )
  return null
}

/** The machines of all tabs, live: their charts, past steps and possible next steps. */
export function Inspector({ channel, clock, copy }: Props) {
  const watch = useMemo(() => watchActors(channel, clock), [channel, clock])
  const actors = useSyncExternalStore(watch.subscribe, watch.get)
  const idle = notRunning(actors)
  const [chosen, setChosen] = useState<string | null>(null)
  const [at, setAt] = useState<number | null>(null)
  const actor = idle.find(({ id }) => id === chosen) ?? shownOf(actors, chosen, at)
  const chart = useChart(actor?.machine)
  const steps = useSteps(actor, at, setAt)
  const { entry } = steps
  const isRun = actor !== undefined && actor.page !== ''
  const choose = ({ id, isOpen, entries }: SeenActor) => {
    setChosen(id)
    setAt(isOpen ? null : (entries.at(-1)?.n ?? null))
  }
  const send = (event: SentEvent) => {
    if (actor) channel.postMessage({ type: 'send', actor: actor.id, event } satisfies InspectorMessage)
  }
  return (
    <div className="inspector">
      <header className="in-head">
        <Logo />
        <h1 tabIndex={-1}>Inspector</h1>
        <CopyBar copy={copy} machine={actor?.machine ?? 'auth'} actor={isRun ? actor : undefined} />
      </header>
      <main className="in-main">
        <ActorList actors={actors} idle={idle} shown={actor} onChoose={choose} />
        {entry === undefined ? (
          <p className="in-empty">
            No tab of the console is open. <a href="/">Open it in another tab</a>; what its machines do is drawn here.
          </p>
        ) : typeof chart !== 'object' ? (
          <p className="in-empty">{chart && 'The chart could not be fetched. Reload the page.'}</p>
        ) : (
          <>
            <ChartView chart={chart} entry={entry} />
            <aside className="in-side" aria-label="Steps">
              {isRun && <Stepper steps={steps} isOpen={actor.isOpen} />}
              <Details
                chart={chart}
                entry={entry}
                isRun={isRun}
                send={actor?.isOpen && actor.listens && steps.isLive ? send : null}
              />
              {isRun && <Log steps={steps} />}
            </aside>
          </>
        )}
      </main>
    </div>
  )
}

/** Machines that no tab has run, in their initial states. Some only define a life cycle, and never run in the console. */
function notRunning(actors: readonly SeenActor[]): readonly SeenActor[] {
  return Object.entries(machines).flatMap(([machine, { initial }]): SeenActor[] => {
    if (actors.some((actor) => actor.machine === machine)) return []
    const entry = { n: 0, at: 0, event: '', data: {}, transitions: [], value: initial, context: {}, isOver: false }
    const nowhere = { page: '', title: '', openedAt: 0, seenAt: 0, listens: false, isOpen: false }
    return [{ id: machine, machine, ...nowhere, entries: [entry] }]
  })
}

/**
 * The selected actor. While following the last step, the session of the newest page replaces an actor whose page was closed or reloaded.
 */
function shownOf(actors: readonly SeenActor[], chosen: string | null, at: number | null): SeenActor | undefined {
  const picked = actors.find(({ id }) => id === chosen)
  if (picked !== undefined && (picked.isOpen || at !== null)) return picked
  return actors.find(({ isOpen }) => isOpen) ?? picked ?? actors[0]
}
