import type { AnyRow } from '../model/crudCalls'
import type { BulkAction, RowAction } from '../model/declaration'

/** The open dialog of a list: its action, and the affected rows. */
export type Opened =
  | 'edit'
  | 'export'
  | 'import'
  | 'removeAll'
  | { readonly remove: readonly AnyRow[] }
  | { readonly act: BulkAction }
  | { readonly action: RowAction<AnyRow>; readonly row: AnyRow }
