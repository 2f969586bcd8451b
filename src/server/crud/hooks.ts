import type { Sql } from 'sql-template-tag'
import type { ChangePreview } from '../../contract/preview'
import type { Actor } from '../activity/audit'
import type { Queryable } from '../db/database'
import type { ListHooks } from './list'
import type { Row, Values } from './table'

/** Ids of a row about to be deleted and of its successor. */
export interface Reassignment {
  readonly from: string
  readonly to: string
}

/** An area's rules beyond its schema. They run in the transaction of the change: a hook that throws refuses it. */
export interface AreaHooks extends ListHooks {
  /**
   * Checks a write: `before` is the current row, null on create; `values` is the complete draft. Sees the rows written earlier in the same
   * batch or import. The returned fields are written too and override the draft: fields that clients cannot set, such as who decided and
   * when.
   */
  check?(tx: Queryable, values: Values, before: Row | null, actor: Actor): Promise<Values | void>
  /** Draft fields that are stored outside the table; `write` stores them, and other dependent data, after the row is written. */
  readonly storedElsewhere?: {
    readonly fields: readonly string[]
    write(tx: Queryable, id: string, values: Values): Promise<void>
  }
  /** Checks a reassignment and moves dependents that no draft field refers to; the caller moves the references. */
  beforeReassign?(tx: Queryable, ids: Reassignment, actor: Actor): Promise<void>
  /**
   * For each field that refers to this area's rows: the condition on the referring row `v` under which it refers to a restored row (`id`)
   * again. Without one, the reference returns unless the row refers to another by now.
   */
  readonly refersAgainIf?: Readonly<Record<string, (id: string) => Sql>>
  /**
   * Completes a restored row, whose deletion is entry `deletionId` of the audit log: returns what `beforeReassign` moved, and ends what the
   * area's rules forbid by now.
   */
  afterRestore?(tx: Queryable, id: string, deletionId: number, actor: Actor): Promise<void>
  /** Derived data that is stored, and the fields it depends on; recomputed when they change or when references to the row move. */
  readonly derivedData?: {
    readonly dependsOn: readonly string[]
    recompute(tx: Queryable, ids: readonly string[]): Promise<void>
  }
  /** Computes a change's effects on dependent rows; for resources that declare `previews`. */
  preview?(db: Queryable, values: Values, before: Row): Promise<ChangePreview>
  /** Detaches or deletes the dependents of rows about to be deleted. */
  beforeRemove?(tx: Queryable, ids: readonly string[], actor: Actor): Promise<void>
}
