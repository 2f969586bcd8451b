import { isRecord } from '../../api/json'
import { same } from '../../ui/form/same'
import type { Values } from './values'

/** A field whose typed value differs from the one that another user saved since the form was opened. */
export interface Difference {
  readonly name: string
  readonly mine: unknown
  readonly theirs: unknown
  /** The default choice: the user's value if the user changed the field, otherwise the saved one. */
  readonly keep: Side
}
export type Side = 'mine' | 'theirs'

/**
 * The fields in which `mine` and `theirs` differ; objects are compared part by part (`care.watering`). `base` is the version that both
 * started from.
 */
export function differences(base: Values, mine: Values, theirs: Values, within = ''): Difference[] {
  return Object.keys(mine).flatMap((field) => {
    const name = `${within}${field}`
    const [before, my, their] = [base[field], mine[field], theirs[field]]
    if (same(my, their)) return []
    if (isRecord(my) && isRecord(their)) return differences(isRecord(before) ? before : {}, my, their, `${name}.`)
    return [{ name, mine: my, theirs: their, keep: same(before, my) ? 'theirs' : 'mine' }]
  })
}

/** The saved values, with the user's own where they were chosen. */
export function merged(mine: Values, theirs: Values, choice: Readonly<Record<string, Side>>, within = ''): Values {
  return Object.fromEntries(
    Object.keys(mine).map((field) => {
      const [my, their] = [mine[field], theirs[field]]
      if (isRecord(my) && isRecord(their)) return [field, merged(my, their, choice, `${within}${field}.`)]
      return [field, choice[`${within}${field}`] === 'mine' ? my : their]
    }),
  )
}
