import { useCallback, useEffect, useState } from 'react'
import { useEnvironment } from '../../ui/environment/Environment'
import type { AnyStandardArea } from '../model/declaration'
import { useSettingsOwner } from '../model/draftOwner'
import { preferencesKey, readPreferences, type ListPreferences } from './preferences'
import type { ListAddress } from './useListAddress'

type Part = Partial<ListPreferences> | ((now: ListPreferences) => Partial<ListPreferences>)

export interface PreferencesPort {
  readonly preferences: ListPreferences
  /** Merges a part, or the result of a function of the current preferences, which another tab may have changed. */
  change(part: Part): void
}

/** Props of the panels for a list's views and columns. */
export interface ViewOptionsProps extends PreferencesPort, Pick<ListAddress, 'query' | 'go' | 'open'> {
  readonly area: AnyStandardArea
  /** The visible columns. */
  readonly shown: AnyStandardArea['columns']
}

/** This user's preferences for this area's list, stored in the browser. */
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
