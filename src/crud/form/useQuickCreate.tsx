import { useState, type ComponentType, type ReactNode } from 'react'
import type { ComboboxOption, Search } from '../../ui/controls/useSearch'
import { dialogOnDemand } from '../../ui/overlay/onDemand'
import { offers, type AnyResource, type AnyStandardArea, type Field } from '../model/declaration'
import { useReferenceSearch } from '../model/reference'
import { areaOf } from '../model/registry'
import type { FieldInputProps } from './values'

const CreateDialog = dialogOnDemand(async () => (await import('./CreateDialog')).CreateDialog)

interface QuickCreate {
  readonly target: AnyResource
  readonly offer: Field<object>['offer']
  /** Renders a field of the new row's form; without it, no row can be created. */
  readonly Input: ComponentType<FieldInputProps> | undefined
  readonly onCreated: (option: ComboboxOption) => void
}

/** A picker's search with an option that creates a missing row, and the dialog for it. */
export function useQuickCreate({ target, offer = {}, Input, onCreated }: QuickCreate): {
  readonly search: Search
  readonly dialog: ReactNode
} {
  const find = useReferenceSearch(target, offer)
  const [creating, setCreating] = useState<{ readonly area: AnyStandardArea; readonly typed: string } | null>(null)
  const search: Search = async (text, signal) => {
    const [found, area] = await Promise.all([find(text, signal), Input === undefined ? null : creatable(target, offer)])
    const typed = text.trim()
    if (area === null || hidesCreate(found, typed)) return found
    const label = typed === '' ? `New ${target.nouns.one} …` : `Create “${typed}” …`
    return [...found, { id: 'new', label, action: (latest) => setCreating({ area, typed: latest.trim() }) }]
  }
  const dialog = creating !== null && Input !== undefined && (
    <CreateDialog
      {...creating}
      offer={offer}
      Input={Input}
      onClose={() => setCreating(null)}
      onCreated={(option) => {
        setCreating(null)
        onCreated(option)
      }}
    />
  )
  return { search, dialog }
}

/**
 * The area that can create rows for the picker; null without one. Every field that the picker filters by must be writable, so that the new row
 * matches.
 */
async function creatable(target: AnyResource, offer: NonNullable<Field<object>['offer']>): Promise<AnyStandardArea | null> {
  const isWritable = Object.keys(offer).every((name) => Object.hasOwn(target.draft.fields, name))
  if (!isWritable || !target.ops.includes('create')) return null
  // Without the area's code, the picker offers the existing rows only.
  const area = await areaOf(target).catch(() => null)
  return area !== null && offers(area, 'create') ? area : null
}

/** Whether no row needs to be created: rows exist and no text is typed, or a row has that name. */
function hidesCreate(found: readonly ComboboxOption[], typed: string): boolean {
  if (typed === '') return found.length > 0
  return found.some(({ label }) => label.toLowerCase() === typed.toLowerCase())
}
