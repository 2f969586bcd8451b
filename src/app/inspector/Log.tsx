import { useEffect, useRef } from 'react'
import { Button } from '../../ui/controls/Button'
import type { Steps } from './useSteps'
import { eventOf, timeOf } from './words'

/** Steps back, forward, and to the end, which is live. */
export function Stepper({
  steps: { entries, place, isLive, goTo },
  isOpen,
}: {
  readonly steps: Steps
  readonly isOpen: boolean
}) {
  const last = entries.length - 1
  return (
    <div className="in-stepper" role="group" aria-label="Time travel">
      <Button size="sm" aria-disabled={place === 0} onClick={() => goTo(place - 1)}>
        ← Back
      </Button>
      <Button size="sm" aria-disabled={place === last} onClick={() => goTo(place + 1)}>
        Forward →
      </Button>
      <input
        type="range"
        aria-label="Step"
        aria-valuetext={`Step ${place + 1} of ${last + 1}`}
        min={0}
        max={last}
        value={place}
        onChange={(event) => goTo(Number(event.target.value))}
      />
      <span className="in-count">
        {place + 1} / {last + 1}
      </span>
      <Button
        size="sm"
        variant={isLive ? 'primary' : 'secondary'}
        aria-pressed={isLive}
        disabled={!isOpen}
        onClick={() => goTo(last)}
      >
        Live
      </Button>
    </div>
  )
}

/** All steps of the machine, oldest first. */
export function Log({ steps: { entries, place, goTo } }: { readonly steps: Steps }) {
  const current = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const button = current.current
    const list = button?.closest<HTMLElement>('.in-log')
    if (!button || !list) return
    if (list.contains(document.activeElement)) button.focus()
    // Not scrollIntoView, which would also scroll the page.
    const above = button.offsetTop - list.offsetTop - list.scrollTop
    if (above < 0) list.scrollTop += above
    else if (above > list.clientHeight - button.offsetHeight) list.scrollTop += above - list.clientHeight + button.offsetHeight
  }, [place, entries.length])
  return (
    <section className="in-events" aria-label="Event log">
      <h2>Event log</h2>
      <ol className="in-log">
        {entries.map(({ n, at, event, transitions, value }, index) => (
          <li key={n}>
            <button
              ref={index === place ? current : null}
              type="button"
              tabIndex={index === place ? 0 : -1}
              aria-current={index === place ? 'step' : undefined}
              data-ignored={transitions.length === 0 || undefined}
              onClick={() => goTo(index)}
            >
              <time>{timeOf(at)}</time> <b>{eventOf(event)}</b>{' '}
              <span>{transitions.length === 0 && n > 0 ? 'ignored' : `→ ${value.replace(/\w+\./g, '')}`}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
