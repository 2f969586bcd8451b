import type { ActivityEntry, FieldChange } from '../../contract/activity'
import type { AnyResource } from '../model/declaration'
import { kindOf } from '../model/fieldKind'
import { same } from '../model/same'
import { fieldWords } from '../model/words'

/** A changed field in words; null where it was or is empty. */
interface WordedChange {
  readonly field: string
  readonly label: string
  readonly from: string | null
  readonly to: string | null
}

/** Characters of a text on the screen; the row's page shows the whole text. */
const LONGEST = 160

/** The changes of an entry, field by field with the contract's labels; an object's parts separately. */
export function changesOf(resource: AnyResource, { changes }: Pick<ActivityEntry, 'changes'>, longest = LONGEST): WordedChange[] {
  const cut = (words: string | null) =>
    words !== null && words.length > longest ? `${words.slice(0, longest).trimEnd()}…` : words
  return changes
    .filter(({ field }) => field in resource.row.fields)
    .flatMap((change) => changesIn(resource, change))
    .map((change) => ({ ...change, from: cut(change.from), to: cut(change.to) }))
}

function changesIn(resource: AnyResource, { field, from, to }: FieldChange): WordedChange[] {
  const kind = kindOf(resource.row, field)
  if (kind.type === 'parts' && kind.inner !== undefined)
    return Object.keys(kind.inner.fields).flatMap((part) => {
      const change = { field: `${field}.${part}`, from: partOf(from, part) ?? null, to: partOf(to, part) ?? null }
      return same(change.from, change.to) ? [] : changesIn(resource, change)
    })
  return [{ field, label: kind.label, from: fieldWords(kind, from), to: fieldWords(kind, to) }]
}

function partOf(value: unknown, part: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === part)?.[1] : null
}
