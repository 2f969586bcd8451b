import { useCallback, useEffect, useState } from 'react'
import { useEnvironment } from '../../ui/environment/Environment'
import type { AnyStandardArea } from '../model/declaration'
import { useSettingsOwner } from '../model/storageOwner'
import { preferencesKey, readPreferences, type ListPreferences } from './preferences'
import type { ListAddress } from './address'

type Part = Partial<ListPreferences> | ((now: ListPreferences) => Partial<ListPreferences>)

/** The stored preferences, and what changes them. */
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
  const { browserStorage } = useEnvironment()
  const key = preferencesKey(useSettingsOwner(), slug)
  const [preferences, setPreferences] = useState(() => readPreferences(browserStorage.get(key)))
  const change = useCallback(
    (part: Part) =>
      browserStorage.change(key, (text) => {
        const now = readPreferences(text)
        return JSON.stringify({ ...now, ...(typeof part === 'function' ? part(now) : part) })
      }),
    [browserStorage, key],
  )
  useEffect(
    () => browserStorage.watch(key, () => setPreferences(readPreferences(browserStorage.get(key)))),
    [browserStorage, key],
  )
  return { preferences, change }
}
