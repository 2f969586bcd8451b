import { useEffect, useEffectEvent } from 'react'
import { useEnvironment } from './Environment'
import { isSingleKey, SINGLE_KEYS } from './keys'

/** Listens to keys of a screen, each by its name; inactive when single keys are switched off. */
export function useSingleKeys(acts: Readonly<Record<string, () => void>>): void {
  const { browserStorage } = useEnvironment()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const act = acts[event.key]
    if (act === undefined || !isSingleKey(event) || browserStorage.get(SINGLE_KEYS) === 'off') return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
