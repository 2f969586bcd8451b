import { useCallback, useEffect, useState } from 'react'
import { useEnvironment } from '../../ui/environment/Environment'
import { useSettingsOwner } from '../model/draftOwner'
import { preferencesKey, readPreferences, type ListPreferences } from './preferences'

type Part = Partial<ListPreferences> | ((now: ListPreferences) => Partial<ListPreferences>)

export interface PreferencesPort {
  readonly preferences: ListPreferences
  /** Takes a part over, or what it makes of how the list is: another tab may have changed that meanwhile. */
  change(part: Part): void
}

/** How this user wants this area's list, kept in this browser. */
export function useListPreferences(slug: string): PreferencesPort {
  const { keptStorage } = useEnvironment()
  const key = preferencesKey(useSettingsOwner(), slug)
  const [preferences, setPreferences] = useState(() => readPreferences(keptStorage.get(key)))
  const change = useCallback(
    (part: Part) =>
      keptStorage.change(key, (text) => {
        const now = readPreferences(text)
        return JSON.stringify({ ...now, ...(typeof part === 'function' ? part(now) : part) })
      }),
    [keptStorage, key],
  )
  useEffect(() => keptStorage.watch(key, () => setPreferences(readPreferences(keptStorage.get(key)))), [keptStorage, key])
  return { preferences, change }
}
