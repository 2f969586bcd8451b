import type { ReactElement } from 'react'

/** Estimated height of a row before its first rendering, in pixels. */
export const ROW_GUESS = 44

/** A table body in place of rows that are not rendered. `data-rows` has their ids; `data-wanted` is set to the id of the row to focus. */
export function AbsentRows({ rows }: { readonly rows: readonly ReactElement[] }) {
  return (
    <tbody data-rows={rows.map(({ key }) => key).join(' ')}>
      <RowSpace height={rows.length * ROW_GUESS} />
    </tbody>
  )
}

/** Empty space of `height` pixels in a table's body. Its cell spans no columns: those beyond the table's own would take width from them. */
export function RowSpace({ height }: { readonly height: number }) {
  return (
    <tr aria-hidden="true">
      <td style={{ height, padding: 0 }} />
    </tr>
  )
}
