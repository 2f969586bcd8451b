import { same } from '../same'
import type { Values } from './values'

/** A field in which what was typed differs from what somebody else saved meanwhile. */
export interface Difference {
  readonly name: string
  readonly mine: unknown
  readonly theirs: unknown
  /** What stands unless the user says otherwise: my change, else theirs. */
  readonly keep: Side
}
export type Side = 'mine' | 'theirs'

/** The fields in which `mine` and `theirs` differ; `base` is what both began with. */
export function differences(base: Values, mine: Values, theirs: Values): Difference[] {
  return Object.keys(mine)
    .filter((name) => !same(mine[name], theirs[name]))
    .map((name) => ({
      name,
      mine: mine[name],
      theirs: theirs[name],
      keep: same(base[name], mine[name]) ? 'theirs' : 'mine',
    }))
}

/** Their values with my side where it was chosen. */
export function merged(mine: Values, theirs: Values, choice: Readonly<Record<string, Side>>): Values {
  return Object.fromEntries(Object.keys(mine).map((name) => [name, choice[name] === 'mine' ? mine[name] : theirs[name]]))
}
