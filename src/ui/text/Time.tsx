import { createContext, useContext, useEffect, useReducer } from 'react'
import { useEnvironment } from '../environment/Environment'
import { absoluteWords, clockWords, relativeWords, shortWords, untilWordsChange, type Zone } from './timeWords'
import './time.css'

const ZoneContext = createContext<Zone>('local')
/** The time zone of the times below. */
export const ZoneProvider = ZoneContext.Provider

/** The time zone that times are shown in here. */
export function useZone(): Zone {
  return useContext(ZoneContext)
}

export interface TimeProps {
  /** ISO 8601 or milliseconds since 1970; null when it never happened. */
  readonly value: string | number | null | undefined
  /** Words for null. */
  readonly empty?: string | undefined
  /** relative: "3 minutes ago" · absolute: "20 Nov 2026, 08:15" · clock: "08:15" · full: to the second, with its zone. Hover and focus show it in full. */
  readonly show?: keyof typeof words | undefined
  /** Whether Tab stops here; off inside a table of many. Default: on. */
  readonly focusable?: boolean | undefined
}

const words = {
  relative: (at: number, _zone: Zone, now: number) => relativeWords(at, now),
  absolute: (at: number, zone: Zone) => shortWords(at, zone),
  clock: (at: number, zone: Zone) => clockWords(at, zone),
  full: (at: number, zone: Zone) => absoluteWords(at, zone),
}

/** A moment; its relative words keep up with the clock. */
export function Time({ value, empty = 'Never', show = 'relative', focusable = true }: TimeProps) {
  const at = value === null || value === undefined ? NaN : new Date(value).getTime()
  const zone = useContext(ZoneContext)
  const now = useNow(show === 'relative' && !Number.isNaN(at) ? at : null)
  if (Number.isNaN(at)) return <span className="faint">{empty}</span>
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

/** The longest wait handed to a timer; the words of a far day need no better. */
const longest = 3_600_000

/** The clock, read again whenever the relative words of `at` change; null reads it once. */
function useNow(at: number | null): number {
  const { now, later } = useEnvironment()
  const [turn, again] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (at === null) return undefined
    return later(Math.min(untilWordsChange(at, now()), longest), again)
  }, [at, turn, now, later])
  return now()
}
