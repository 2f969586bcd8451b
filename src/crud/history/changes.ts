import type { ActivityEntry } from '../../contract/activity'
import type { AnyResource } from '../model/declaration'
import { kindOf } from '../model/fieldKind'
import { same } from '../model/same'
import { fieldWords } from '../model/words'

/** A changed field in words; null where it was or is empty. */
export interface FieldChange {
  readonly field: string
  readonly label: string
  readonly from: string | null
  readonly to: string | null
}

/** Characters of a text on the screen; the row's page shows the whole text. */
const LONGEST = 160

/** The changes of an entry, field by field with the contract's labels; an object's parts separately. */
export function changesOf(
  resource: AnyResource,
  { before, after }: Pick<ActivityEntry, 'before' | 'after'>,
  longest = LONGEST,
): FieldChange[] {
  const cut = (words: string | null) =>
    words !== null && words.length > longest ? `${words.slice(0, longest).trimEnd()}…` : words
  return Object.keys(after)
    .filter((field) => field in resource.row.fields)
    .flatMap((field) => changesIn(resource, field, before[field], after[field]))
    .map((change) => ({ ...change, from: cut(change.from), to: cut(change.to) }))
}

function changesIn(resource: AnyResource, field: string, before: unknown, after: unknown): FieldChange[] {
  const kind = kindOf(resource.row, field)
  if (kind.type === 'parts' && kind.inner !== undefined)
    return Object.keys(kind.inner.fields).flatMap((part) => {
      const [from, to] = [partOf(before, part), partOf(after, part)]
      return same(from ?? null, to ?? null) ? [] : changesIn(resource, `${field}.${part}`, from, to)
    })
  return [{ field, label: kind.label, from: fieldWords(kind, before), to: fieldWords(kind, after) }]
}

function partOf(value: unknown, part: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === part)?.[1] : null
}
