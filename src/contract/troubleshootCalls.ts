import { array, object, type AnyObject, type InferType } from 'yup'
import { folded, id, version } from './fields'
import { troubleshoots } from './troubleshoots'

/**
 * PUT: an array of rows for one plant. A row with an `id` is updated, if its `version` matches when given; without an `id`, the row with
 * the same symptom and cause is updated, or a new one is created. Rows that are missing or unchanged stay as they are. All or nothing.
 * `{ rows, removed }` instead of the array also removes rows of the plant, before the others are saved: a row whose version differs is
 * refused, one that no longer exists counts as removed.
 */
export const UPSERT_PATH = `${troubleshoots.path}/upsert`

/** Maximum of rows in one upsert. */
export const TROUBLESHOOTS_MAX = 200

/** One row of an upsert. */
export const upsertItem = troubleshoots.draft.shape({ id: id().label('Id'), version: version() })
export type UpsertItem = InferType<typeof upsertItem>

/** A row that an upsert removes. */
const removedRow = object({ id: id().required().label('Id'), version: version() }).noUnknown()

/** The body of an upsert; an array is its `rows`. */
export const upsertBody = object({
  rows: array(upsertItem.required())
    .max(TROUBLESHOOTS_MAX)
    .required()
    .label('Rows')
    .test('one-plant', '${label} must be of one plant', (rows, context) => {
      const at = (rows ?? []).findIndex((one) => one?.plantId !== rows?.[0]?.plantId)
      return (
        at === -1 || context.createError({ path: `${context.path}[${at}].plantId`, message: 'All rows must be of one plant' })
      )
    })
    .test('distinct', '${label} must not contain duplicates', (rows, context) => {
      const keys = (rows ?? []).map((one) => `${folded(one?.symptom)}\n${folded(one?.cause)}`)
      const ids = (rows ?? []).map((one, at) => one?.id ?? `new ${at}`)
      const at = keys.findIndex((key, place) => keys.indexOf(key) < place || ids.indexOf(ids[place] ?? '') < place)
      const message = 'This symptom and cause are listed already'
      return at === -1 || context.createError({ path: `${context.path}[${at}].cause`, message })
    }),
  removed: array(removedRow.required()).max(TROUBLESHOOTS_MAX).label('Removed rows'),
})
  .noUnknown()
  .test('some', ({ rows, removed }: AnyObject, context) => {
    const isSome = [rows, removed].some((list) => Array.isArray(list) && list.length > 0)
    return isSome || context.createError({ path: 'rows', message: 'Send at least one row' })
  })
export type UpsertBody = InferType<typeof upsertBody>
