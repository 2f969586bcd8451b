import type { InUse } from '../../../machines/removalMachine'
import type { DeletionPreview } from '../../contract/bulk'
import type { ComboboxOption } from '../../ui/controls/useSearch'
import { grouped } from '../../ui/text/numberWords'
import type { AnyResource } from '../model/declaration'
import { counted, enumerated } from '../model/words'

/** "31 plants and 2 drafts": what uses the rows, as far as the contract has a noun for it. */
export function countsWords({ usedBy }: AnyResource, { users }: Pick<DeletionPreview, 'users'>): string {
  const by = usedBy.flatMap(({ field, nouns }) => {
    const count = users[field] ?? 0
    return nouns === undefined || count === 0 ? [] : [counted(count, nouns)]
  })
  return enumerated(by)
}

/** "3 of the 5 humidity groups are used by 31 plants"; null when none is in use. */
export function usedWords(resource: AnyResource, preview: DeletionPreview): string | null {
  const { total, used } = preview
  if (used === 0) return null
  const { nouns } = resource
  const by = countsWords(resource, preview)
  const of = used === total ? counted(total, nouns) : `${grouped(used)} of the ${counted(total, nouns)}`
  if (by === '') return `${of} ${used === 1 ? 'has' : 'have'} been used`
  return `${of} ${used === 1 ? 'is' : 'are'} used by ${by}`
}

/** A sentence on whether the deletion can be undone. */
export function finalWords({ total, final }: Pick<DeletionPreview, 'total' | 'final'>): string {
  if (final === 0) return 'It can be undone right afterwards.'
  if (final === total) return 'This cannot be undone.'
  return `${grouped(final)} of them cannot be restored.`
}

/** "Calathea ornata, Hoya carnosa and 12 more". */
export function usersWords({ rows, total }: InUse['users']): string {
  const names = rows.map(({ name }) => name)
  return enumerated(names, total)
}

/** "5 sensors deleted", and how many of them cannot be restored. */
export function removedWords({ nouns }: AnyResource, removed: number, restorable: number): string {
  const final = removed - restorable
  const some = final > 0 && restorable > 0 ? `, ${grouped(final)} of them permanently` : ''
  return `${counted(removed, nouns)} deleted${some}`
}

/** ", replaced by Average"; empty without a successor. */
export function successionWords(successor: ComboboxOption | null): string {
  return successor === null ? '' : `, replaced by ${successor.label}`
}
