import { array, object, type InferType } from 'yup'
import { count, id } from './fields'
import { TOTAL_CAP } from './list'

/** Rows that one call may name. */
export const BULK_IDS_MAX = 1000

/**
 * POST {path}/bulk_delete: the rows by id, or all that a list's parameters (`q` and filters, no paging) match. With a filter comes the
 * number of rows that was shown; when it is another one by now, nothing is deleted (409 `count_changed`).
 */
export const bulkDeleteBody = object({
  ids: array(id().required().label('Id'))
    .min(1, 'Name at least one row')
    .max(BULK_IDS_MAX, `At most ${BULK_IDS_MAX} rows go at once`)
    .label('Ids'),
  filter: object().meta({ map: 'any', description: 'List parameters by name; each one text, or several.' }).label('Filter'),
  expectedCount: count(1, TOTAL_CAP).label('Expected count'),
})
  .test('one-of', (value, context) => {
    const { ids, filter, expectedCount } = value
    if ((ids === undefined) === (filter === undefined))
      return context.createError({ path: 'ids', message: 'Name either the ids or a filter' })
    if ((filter === undefined) !== (expectedCount === undefined))
      return context.createError({
        path: 'expectedCount',
        message: 'A filter comes with the number of rows it is expected to match',
      })
    return true
  })
  .noUnknown()
export type BulkDeleteBody = InferType<typeof bulkDeleteBody>

/** Answer of a bulk call: it goes on past a row that fails, and reports it. */
export interface BulkOutcome {
  /** Rows deleted. */
  readonly done: number
  readonly failed: readonly { readonly id: string; readonly code: string; readonly message: string }[]
}
