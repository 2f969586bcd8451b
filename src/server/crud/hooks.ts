import type { Sql } from 'sql-template-tag'
import type { ChangePreview } from '../../contract/preview'
import type { Queryable } from '../db/database'
import type { ListHooks } from './list'
import type { Row } from './table'

/** Who changes something, and in which request. */
export interface Actor {
  readonly userId: string
  readonly requestId: string
}

/** Ids of a row about to be deleted, and of the one that takes over. */
export interface Reassignment {
  readonly from: string
  readonly to: string
}

/** Rules of an area beyond its schema. They run in the change's transaction, before it, and refuse by throwing. */
export interface AreaHooks extends ListHooks {
  /**
   * Judges what is about to be written: `before` is the row as it is, null on create; `values` the whole draft. It finds other rows as
   * they are by then, those of the same batch or import that came before included. What it answers is written too, over the draft:
   * fields that no client may set, such as who decided and when.
   */
  check?(
    tx: Queryable,
    values: Readonly<Record<string, unknown>>,
    before: Row | null,
    actor: Actor,
  ): Promise<Readonly<Record<string, unknown>> | void>
  /** Draft fields that are no columns of the table, and who keeps them, and what else goes with a row, once it is written. */
  readonly elsewhere?: {
    readonly fields: readonly string[]
    keep(tx: Queryable, id: string, values: Readonly<Record<string, unknown>>): Promise<void>
  }
  /** Checks a reassignment of the rows that refer to this one, and moves what no draft refers by; the caller moves the references. */
  beforeReassign?(tx: Queryable, ids: Reassignment, actor: Actor): Promise<void>
  /**
   * By the field that refers to a row of this area: what must be so of the referring row, as `v`, for it to refer to the one with this id
   * again when that one's deletion is taken back. Without it, the row has it back unless it refers to another one by now.
   */
  readonly returns?: Readonly<Record<string, (id: string) => Sql>>
  /**
   * Puts a row right whose deletion, by its entry in the audit log, is taken back: gives it what `beforeReassign` had moved from it, and
   * ends what its own rules forbid by now.
   */
  afterRestore?(tx: Queryable, id: string, deletionId: number, actor: Actor): Promise<void>
  /** What is derived from these fields of a row, and how it is computed again when they change or when references to the row are moved. */
  readonly follows?: {
    readonly fields: readonly string[]
    settle(tx: Queryable, ids: readonly string[]): Promise<void>
  }
  /** What a change would do to those who use the row; resources that declare `previews` have it. */
  preview?(db: Queryable, values: Readonly<Record<string, unknown>>, before: Row): Promise<ChangePreview>
  /** Lets go of, or deletes, what depends on rows about to be deleted. */
  beforeRemove?(tx: Queryable, ids: readonly string[], actor: Actor): Promise<void>
}
