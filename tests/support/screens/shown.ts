import { screen, within } from '@testing-library/react'

/** The row of a table that is called this, once it is there, to look within. */
export async function rowOf(name: string | RegExp) {
  const row = (await screen.findByRole('rowheader', { name })).closest('tr')
  if (row === null) throw new Error(`${String(name)} has no row`)
  return within(row)
}

/** What a page says of a row under this word. */
export function fact(label: string): Element | null {
  return screen.getByText(label, { selector: 'dt' }).nextElementSibling
}

/** The rows of the table that is shown, by their names, in their order. */
export function rowNames(): (string | null)[] {
  return screen.queryAllByRole('rowheader').map((cell) => cell.textContent)
}
