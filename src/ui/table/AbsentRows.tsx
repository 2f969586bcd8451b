import type { ReactElement } from 'react'

/** Height of a row that was never drawn, in pixels. */
export const ROW_GUESS = 44

/** A table body in the place of rows that are not drawn. `data-rows` has their ids: the one that is to get the focus is set as `data-wanted`. */
export function AbsentRows({ rows }: { readonly rows: readonly ReactElement[] }) {
  return (
    <tbody data-rows={rows.map(({ key }) => key).join(' ')}>
      <RowSpace height={rows.length * ROW_GUESS} />
    </tbody>
  )
}

/** Empty space in a table's body; its height in pixels. */
export function RowSpace({ height }: { readonly height: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={100} style={{ height, padding: 0 }} />
    </tr>
  )
}
