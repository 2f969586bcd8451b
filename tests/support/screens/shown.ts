import { screen, within, type ByRoleMatcher } from '@testing-library/react'

/** Waits for a table's row with this name; returns queries within it. */
export async function rowOf(name: string | RegExp) {
  const row = (await screen.findByRole('rowheader', { name })).closest('tr')
  if (row === null) throw new Error(`${String(name)} has no row`)
  return within(row)
}

/** Waits for an element with this role and name; returns queries within it. */
export async function inside(role: ByRoleMatcher, name?: string) {
  return within(await screen.findByRole(role, name === undefined ? {} : { name }))
}

/** Finds the value that a page shows under this label. */
export function fact(label: string): Element | null {
  return screen.getByText(label, { selector: 'dt' }).nextElementSibling
}

/** Returns the names of the shown table's rows, in order. */
export function rowNames(): (string | null)[] {
  return screen.queryAllByRole('rowheader').map((cell) => cell.textContent)
}
