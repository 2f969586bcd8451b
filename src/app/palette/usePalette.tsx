import { useEffect, useState, type ReactNode } from 'react'
import { isCovered, isSingleKey } from '../../ui/environment/keys'
import { dialogOnDemand } from '../../ui/overlay/onDemand'

const Overlay = dialogOnDemand(async () => (await import('./Overlay')).Overlay)

/** Milliseconds within which a letter must follow `g`. */
const SEQUENCE_MS = 1500

/** The command palette and the global shortcuts. Only listens; the code behind them loads on first use. */
export function usePalette(): {
  readonly open: (what: 'palette' | 'notifications') => void
  readonly overlay: ReactNode
} {
  const [command, setCommand] = useState<string | null>(null)
  useEffect(() => {
    let gPressedAt = -SEQUENCE_MS
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, timeStamp } = event
      if (key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !isCovered()) {
        event.preventDefault()
        setCommand('palette')
      } else if (isSingleKey(event)) {
        const followsG = key.length === 1 && timeStamp - gPressedAt < SEQUENCE_MS
        if (followsG || key === '?') setCommand(key)
        gPressedAt = key === 'g' && !followsG ? timeStamp : -SEQUENCE_MS
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return {
    open: setCommand,
    overlay: command !== null && <Overlay command={command} onClose={() => setCommand(null)} />,
  }
}
