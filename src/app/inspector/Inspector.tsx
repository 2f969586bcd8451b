import { StrictMode, useMemo, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import type { Clock } from '../../auth/ports'
import { Logo } from '../../ui/layout/Logo'
import { ChartView } from './ChartView'
import { CopyBar } from './CopyBar'
import { Details } from './Details'
import './inspector.css'
import { Log, Stepper } from './Log'
import { watchPages, type SeenPage } from './pages'
import { PageList } from './PageList'
import { useSteps } from './useSteps'
import type { SentEvent, Wire } from './wire'

interface Props {
  readonly channel: BroadcastChannel
  readonly clock: Pick<Clock, 'now' | 'later'>
  readonly copy: (text: string) => Promise<void>
}

interface Outside extends Omit<Props, 'copy'> {
  readonly window: Window
}

/** Makes a page the inspector: the console's own session does not begin in it, and nothing is asked of the server. */
export function open({ window: { document, navigator }, channel, clock }: Outside): null {
  delete document.documentElement.dataset['start']
  document.querySelector('#start')?.remove()
  document.title = 'Session inspector · Frond'
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

/** The sessions of all tabs, live: their chart, what happened, and what can happen next. */
export function Inspector({ channel, clock, copy }: Props) {
  const watch = useMemo(() => watchPages(channel, clock), [channel, clock])
  const pages = useSyncExternalStore(watch.subscribe, watch.get)
  const [chosen, setChosen] = useState<string | null>(null)
  const [at, setAt] = useState<number | null>(null)
  const page = shownOf(pages, chosen, at)
  const steps = useSteps(page?.entries ?? [], at, setAt)
  const { entry } = steps
  const choose = ({ id, isOpen, entries }: SeenPage) => {
    setChosen(id)
    setAt(isOpen ? null : (entries.at(-1)?.n ?? null))
  }
  const send = (event: SentEvent) => {
    if (page) channel.postMessage({ type: 'send', page: page.id, event } satisfies Wire)
  }
  return (
    <div className="inspector">
      <header className="in-head">
        <Logo />
        <h1>Session inspector</h1>
        <CopyBar copy={copy} page={page} />
      </header>
      <main className="in-main">
        <PageList pages={pages} shown={page} onChoose={choose} />
        {entry === undefined ? (
          <p className="in-empty">
            No tab of the console is open. <a href="/">Open it in another tab</a>; what its session does is drawn here.
          </p>
        ) : (
          <>
            <ChartView entry={entry} />
            <aside className="in-side" aria-label="Steps">
              <Stepper steps={steps} isOpen={page?.isOpen === true} />
              <Details entry={entry} send={page?.isOpen && page.listens && steps.isLive ? send : null} />
              <Log steps={steps} />
            </aside>
          </>
        )}
      </main>
    </div>
  )
}

/** The chosen page; while the last step is followed, one that was closed or reloaded is replaced by the newest open page. */
function shownOf(pages: readonly SeenPage[], chosen: string | null, at: number | null): SeenPage | undefined {
  const picked = pages.find(({ id }) => id === chosen)
  if (picked !== undefined && (picked.isOpen || at !== null)) return picked
  return pages.find(({ isOpen }) => isOpen) ?? picked ?? pages[0]
}
