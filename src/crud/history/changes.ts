import { isRecord } from '../../api/json'
import type { ActivityEntry, FieldChange } from '../../contract/activity'
import type { Values } from '../form/values'
import type { AnyResource } from '../model/declaration'
import { kindOf } from '../model/fieldKind'
import { same } from '../../ui/form/same'
import { choiceWords, type Worded } from '../model/choiceWords'
import { fieldWords } from '../model/words'

/** A changed field in words; null where it was or is empty. */
interface WordedChange {
  readonly field: string
  readonly label: string
  /** Both are moments, ISO 8601. */
  readonly moment: boolean
  readonly from: string | null
  readonly to: string | null
}

/** Characters of a text on the screen; the row's page shows the whole text. */
const LONGEST = 160

/** The changes of an entry, field by field with the contract's labels and the area's words; an object's parts separately. */
export function changesOf(area: Worded, { changes }: Pick<ActivityEntry, 'changes'>, longest = LONGEST): WordedChange[] {
  const cut = (words: string | null) =>
    words !== null && words.length > longest ? `${words.slice(0, longest).trimEnd()}…` : words
  return changes
    .filter(({ field }) => field in area.resource.row.fields)
    .flatMap((change) => changesIn(area, change))
    .map((change) => ({ ...change, from: cut(change.from), to: cut(change.to) }))
}

/**
 * The fields that changed since an entry, with their values of then, as far as the entries tell: these name a reference by its row's title.
 * `since`: the entries after it, newest first.
 */
export function valuesBefore(resource: AnyResource, since: readonly Pick<ActivityEntry, 'changes'>[]): Values {
  const changes = since.flatMap((entry) => entry.changes).filter(({ field }) => field in resource.draft.fields)
  return Object.fromEntries(changes.map(({ field, from }) => [field, from]))
}

function changesIn(area: Worded, { field, from, to }: FieldChange): WordedChange[] {
  const kind = kindOf(area.resource.row, field)
  if (kind.type === 'parts' && kind.inner !== undefined)
    return Object.keys(kind.inner.fields).flatMap((part) => {
      const change = { field: `${field}.${part}`, from: partOf(from, part) ?? null, to: partOf(to, part) ?? null }
      return same(change.from, change.to) ? [] : changesIn(area, change)
    })
  const words = choiceWords(area, field)
  return [{ field, label: kind.label, moment: kind.moment, from: fieldWords(kind, from, words), to: fieldWords(kind, to, words) }]
}

function partOf(value: unknown, part: string): unknown {
  return isRecord(value) ? value[part] : null
}
