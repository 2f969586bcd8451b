import { useCallback, useState } from 'react'
import { useEnvironment } from '../../ui/Environment'
import { useDraftOwner } from '../draftOwner'
import { readPreferences, type ListPreferences } from './preferences'

export interface PreferencesPort {
  readonly preferences: ListPreferences
  change(part: Partial<ListPreferences>): void
}

/** How this user wants this area's list, kept in this browser. */
export function useListPreferences(slug: string): PreferencesPort {
  const { keptStorage } = useEnvironment()
  const key = `list:${useDraftOwner()}:${slug}`
  const [preferences, setPreferences] = useState(() => readPreferences(keptStorage.get(key)))
  const change = useCallback(
    (part: Partial<ListPreferences>) => {
      // What another tab kept meanwhile is kept too.
      const next = { ...readPreferences(keptStorage.get(key)), ...part }
      keptStorage.set(key, JSON.stringify(next))
      setPreferences(next)
    },
    [keptStorage, key],
  )
  return { preferences, change }
}
