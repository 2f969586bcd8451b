import { createContext, useContext, useEffect, useReducer } from 'react'
import { useEnvironment } from '../environment/Environment'
import { absoluteWords, clockWords, relativeWords, shortWords, untilWordsChange, type Zone } from './timeWords'
import './time.css'

const ZoneContext = createContext<Zone>('local')
/** Provides the time zone of the times below. */
export const ZoneProvider = ZoneContext.Provider

/** The time zone of times shown here. */
export function useZone(): Zone {
  return useContext(ZoneContext)
}

export interface TimeProps {
  /** ISO 8601 or milliseconds since 1970; null for never. */
  readonly value: string | number | null | undefined
  /** relative: "3 minutes ago" · absolute: "20 Nov 2026, 08:15" · clock: "08:15" · full: to the second, with its zone. Hover and focus show it in full. */
  readonly show?: keyof typeof words | undefined
  /** Whether it is a tab stop; off inside a table of many. Default: on. */
  readonly focusable?: boolean | undefined
}

const words = {
  relative: (at: number, _zone: Zone, now: number) => relativeWords(at, now),
  absolute: (at: number, zone: Zone) => shortWords(at, zone),
  clock: (at: number, zone: Zone) => clockWords(at, zone),
  full: (at: number, zone: Zone) => absoluteWords(at, zone),
}

/** A moment; relative words are updated as time passes. */
export function Time({ value, show = 'relative', focusable = true }: TimeProps) {
  const at = value === null || value === undefined ? NaN : new Date(value).getTime()
  const zone = useContext(ZoneContext)
  const now = useNow(show === 'relative' && !Number.isNaN(at) ? at : null)
  if (Number.isNaN(at)) return <span className="faint">Never</span>
  return (
    <time
      dateTime={new Date(at).toISOString()}
      className="has-tip time"
      data-tip={absoluteWords(at, zone)}
      tabIndex={focusable ? 0 : undefined}
    >
      {words[show](at, zone, now)}
    </time>
  )
}

/** Maximum delay of a timer: a computer that slept does not count the time. */
const updateMaxMs = 300_000

/** The current time, updated when the relative words of `at` change; null reads it once. */
export function useNow(at: number | null): number {
  const { now, later } = useEnvironment()
  const [turn, update] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (at === null) return undefined
    return later(Math.min(untilWordsChange(at, now()), updateMaxMs), update)
  }, [at, turn, now, later])
  return now()
}
