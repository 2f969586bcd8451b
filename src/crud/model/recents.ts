import { useEffect } from 'react'
import { isRecord, parsedJson } from '../../api/json'
import { useEnvironment, type KeyValueStore } from '../../ui/environment/Environment'
import type { AnyRow } from './crudCalls'
import type { AnyStandardArea } from './declaration'
import { useSettingsOwner } from './storageOwner'
import { isMissing } from './problems'
import { nameOf } from './reference'

/** A recently opened row, with its title at that time. */
export interface Recent {
  readonly slug: string
  readonly id: string
  readonly title: string
}

const RECENTS_MAX = 8

/** The rows that this user opened, latest first. */
export function readRecents(store: KeyValueStore, owner: string): readonly Recent[] {
  return recentsIn(store.get(keyOf(owner)))
}

function recentsIn(text: string | null): readonly Recent[] {
  const stored = parsedJson(text)
  return Array.isArray(stored) ? stored.filter(isRecent) : []
}

/** Records an opened row, or drops it when somebody else has deleted it. */
export function useRecent(area: AnyStandardArea, id: string, row: AnyRow | undefined, error: unknown): void {
  const { browserStorage } = useEnvironment()
  const owner = useSettingsOwner()
  const { slug, resource } = area
  const missing = isMissing(error)
  const title = row === undefined || missing ? null : nameOf(resource, row)
  useEffect(() => {
    if (title === null && !missing) return
    browserStorage.change(keyOf(owner), (text) => {
      const others = recentsIn(text).filter((other) => other.slug !== slug || other.id !== id)
      return JSON.stringify(title === null ? others : [{ slug, id, title }, ...others].slice(0, RECENTS_MAX))
    })
  }, [browserStorage, owner, slug, id, title, missing])
}

/** Returns a function that drops rows once they have been deleted from a page or a list. */
export function useForgetRecents(slug: string): (ids: readonly string[]) => void {
  const { browserStorage } = useEnvironment()
  const owner = useSettingsOwner()
  return (ids) =>
    browserStorage.change(keyOf(owner), (text) =>
      JSON.stringify(recentsIn(text).filter((one) => one.slug !== slug || !ids.includes(one.id))),
    )
}

function keyOf(owner: string): string {
  return `recent:${owner}`
}

function isRecent(value: unknown): value is Recent {
  return isRecord(value) && [value['slug'], value['id'], value['title']].every((part) => typeof part === 'string')
}
