import { useEffect, useState } from 'react'
import { POINTS_MAX } from '../../contract/readings'
import { useEnvironment } from '../../ui/environment/Environment'
import { presets, type Preset, type Span } from './address'

const minute = 60_000

/** The span of a range. A range that ends now moves on about as often as a new point is due. */
export function useSpan(range: Preset | Span): Span {
  const { now, later } = useEnvironment()
  const preset = typeof range === 'string' ? range : null
  const [latest, setLatest] = useState(() => ({ preset, ends: endOf(now()) }))
  // A preset that has just been chosen ends now, and not when the one before moved on last.
  const { ends } = latest.preset === preset ? latest : { ends: endOf(now()) }
  if (latest.preset !== preset) setLatest({ preset, ends })
  useEffect(() => {
    if (preset === null) return undefined
    let cancel: () => void
    const wait = () => {
      cancel = later(Math.max(minute, presets[preset].span / POINTS_MAX), () => {
        setLatest({ preset, ends: endOf(now()) })
        wait()
      })
    }
    wait()
    return () => cancel()
  }, [preset, now, later])
  return typeof range === 'string' ? { from: ends - presets[range].span, to: ends } : range
}

/** Rounds to whole minutes, so that a return within a minute uses the cached answer. */
function endOf(now: number): number {
  return Math.ceil(now / minute) * minute
}
