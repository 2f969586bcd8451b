import { useEffect, useState, type ReactNode } from 'react'
import { isCovered, isSingleKey } from '../../ui/environment/keys'
import { dialogOnDemand } from '../../ui/overlay/onDemand'

const Overlay = dialogOnDemand(async () => (await import('./Overlay')).Overlay)

/** Milliseconds within which a letter must follow `g`. */
const SEQUENCE_MS = 1500

/** The command palette and the global shortcuts. Only listens; the code behind them loads on first use. */
export function usePalette(onSignOut: () => void): {
  readonly open: (what: 'palette' | 'notifications') => void
  readonly overlay: ReactNode
} {
  const [pressed, press] = useState<string | null>(null)
  useEffect(() => {
    let wentAt = -SEQUENCE_MS
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, timeStamp } = event
      if (key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !isCovered()) {
        event.preventDefault()
        press('palette')
      } else if (isSingleKey(event)) {
        const goes = key.length === 1 && timeStamp - wentAt < SEQUENCE_MS
        if (goes || key === '?') press(key)
        wentAt = key === 'g' && !goes ? timeStamp : -SEQUENCE_MS
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return {
    open: press,
    overlay: pressed !== null && <Overlay pressed={pressed} onClose={() => press(null)} onSignOut={onSignOut} />,
  }
}
