import { History, Keyboard, LogOut, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { everyArea } from '../../areas'
import { offeredCommands } from '../../crud/model/commands'
import { offers, type AnyStandardArea } from '../../crud/model/declaration'
import { useSettingsOwner } from '../../crud/model/storageOwner'
import { detailPath, newPath } from '../../crud/model/paths'
import { readRecents } from '../../crud/model/recents'
import { useEnvironment } from '../../ui/environment/Environment'
import { useSignOut } from '../useSignOut'
import { matching, type EntryGroup } from './entries'
import { places } from './places'
import { useRowSearch, type RowSearchState } from './useRowSearch'

export interface EntryActions {
  readonly onClose: () => void
  readonly onHelp: () => void
}

/** The palette's entries for the typed text: the screen's actions, places, new rows, and rows by name. */
export function useEntries(
  typed: string,
  { onClose, onHelp }: EntryActions,
): { groups: readonly EntryGroup[]; rows: RowSearchState } {
  const { browserStorage } = useEnvironment()
  const owner = useSettingsOwner()
  const navigate = useNavigate()
  const areas = useDeclarations()
  const rows = useRowSearch(areas, typed)
  const closeThen = (work: () => void) => () => {
    onClose()
    work()
  }
  const goTo = (path: string) => closeThen(() => void navigate(path))

  const here = offeredCommands().map((command) => ({ ...command, id: command.label, run: closeThen(command.run) }))
  const recent = readRecents(browserStorage, owner).map(({ slug, id, title }) => ({
    id: `recent ${slug}/${id}`,
    label: title,
    secondary: everyArea.find((area) => area.slug === slug)?.title,
    icon: History,
    run: goTo(detailPath(slug, id)),
  }))
  const go = places.map(({ title, icon, path, letter }) => ({
    id: path,
    label: title,
    icon,
    keys: letter === undefined ? undefined : `g ${letter}`,
    run: goTo(path),
  }))
  const create = areas
    .filter((area) => offers(area, 'create'))
    .map(({ slug, resource }) => ({
      id: newPath(slug),
      label: `New ${resource.nouns.one}`,
      icon: Plus,
      run: goTo(newPath(slug)),
    }))
  const more = [
    { id: 'help', label: 'Keyboard shortcuts', icon: Keyboard, keys: '?', run: onHelp },
    { id: 'sign-out', label: 'Sign out', icon: LogOut, run: closeThen(useSignOut()) },
  ]
  const found = rows.found.map(({ area: { slug, title }, options }) => ({
    title,
    entries: options.map(({ id, label, secondary }) => ({
      id: `${slug}/${id}`,
      label,
      secondary,
      icon: everyArea.find((area) => area.slug === slug)?.icon ?? History,
      run: goTo(detailPath(slug, id)),
    })),
  }))
  const commands = [
    { title: 'Here', entries: here },
    { title: 'Recent', entries: recent },
    { title: 'Go to', entries: go },
    { title: 'Create', entries: create },
    { title: 'More', entries: more },
  ]
  // Enter must not open a row that was found for an earlier text.
  return { groups: [...matching(commands, typed), ...(rows.isStale ? matching(found, typed) : found)], rows }
}

/** The declarations of the areas that have a list; areas whose code fails to load are omitted. */
function useDeclarations(): readonly AnyStandardArea[] {
  const [areas, setAreas] = useState<readonly AnyStandardArea[]>([])
  useEffect(() => {
    let current = true
    const loading = everyArea.map(({ declared }) => declared())
    void Promise.allSettled(loading).then((all) => {
      const loaded = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      if (current) setAreas(loaded.filter(({ resource }) => resource.ops.includes('list')))
    })
    return () => {
      current = false
    }
  }, [])
  return areas
}
