/** Estimated height of a row before its first rendering, in pixels. */
export const ROW_GUESS = 44

/** A table body in place of `count` rows that are not rendered. */
export function AbsentRows({ count }: { readonly count: number }) {
  return (
    <tbody data-virtual>
      <RowSpace height={count * ROW_GUESS} />
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

export const REQUEST = 'request'

/** Asks a long table in `list` to render a row and to focus it. Until its code has loaded, the request stays in `data-requested`. */
export function requestRow(list: HTMLElement | null, id: string): void {
  const body = list?.querySelector<HTMLElement>('[data-virtual]')
  if (body == null) return
  body.dataset['requested'] = id
  body.dispatchEvent(new Event(REQUEST))
}
