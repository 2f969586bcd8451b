import { screen, waitFor, within } from '@testing-library/react'
import type { TestConsole } from './console'

export async function selectPage({ user }: TestConsole): Promise<void> {
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
}

/** Opens the bulk edit of the selection. */
export async function editSelection({ user }: TestConsole, what: string): Promise<HTMLElement> {
  await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Edit' }))
  return screen.findByRole('dialog', { name: `Edit ${what}` })
}

/** Ticks a field and types a value into it. */
export async function setField({ user }: TestConsole, dialog: HTMLElement, field: string, value: string): Promise<void> {
  await user.click(within(dialog).getByRole('checkbox', { name: field }))
  await user.type(await within(dialog).findByRole('textbox', { name: new RegExp(field) }), value)
}

/** Goes on to the question whether the rows are to be changed. */
export async function proceed({ user }: TestConsole, dialog: HTMLElement, what: string): Promise<HTMLElement> {
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  const question = await screen.findByRole('dialog', { name: `Change ${what}?` })
  const button = within(question).getByRole('button', { name: `Change ${what}` })
  await waitFor(() => {
    if (button.hasAttribute('aria-disabled')) throw new Error('The effect on other rows is not previewed yet')
  })
  return question
}
