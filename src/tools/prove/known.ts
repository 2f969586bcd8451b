import { resources } from '../../contract/index'
import type { Resource } from '../../contract/resource'
import type { Dice } from './dice'
import { jsonRequest, type Client } from './http'
import { resultOf } from './stage'

/** A row as a list returns it. */
export type KnownRow = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number }

/** Existing rows, for requests about one. */
export interface Known {
  /** Refetches the lists. */
  refresh(token: string): Promise<void>
  /** Rows of a resource, by the resource's name. */
  rowsNamed(name: string): readonly KnownRow[]
  /** Rows of the resource at a path, e.g. `/api/v1/gateways`. */
  rowsAt(path: string): readonly KnownRow[]
  /** The id of any row. */
  anyId(dice: Dice): string
}

const NOBODY = '01890000-0000-7000-8000-000000000000'

/** Creates a store of the first 200 rows of every list, without the account `ownEmail`: no request should deactivate it. */
export function createKnown(client: Client, ownEmail: string): Known {
  const all = resources as readonly Resource[]
  const rows = new Map<string, readonly KnownRow[]>()
  return {
    async refresh(token) {
      for (const { name, listPath } of all) {
        const found = await resultOf<KnownRow[]>(client, jsonRequest('GET', `${listPath}?pageSize=200`, { token }))
        rows.set(
          name,
          found.filter(({ email }) => email !== ownEmail),
        )
      }
    },
    rowsNamed: (name) => rows.get(name) ?? [],
    rowsAt: (path) => rows.get(all.find((one) => one.path === path)?.name ?? '') ?? [],
    anyId(dice) {
      const filled = [...rows.values()].filter((some) => some.length > 0)
      return filled.length === 0 ? NOBODY : dice.pick(dice.pick(filled)).id
    },
  }
}
