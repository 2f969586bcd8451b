import { screen } from '@testing-library/react'
import { ADMIN } from '../../support/server/server'
import type { OpenedApp } from './openApp'

interface Choices {
  readonly email?: string
  readonly password?: string
  /** Whether "Remember me" stays checked. */
  readonly remember?: boolean
}

/** Fills in the sign-in form, as the administrator unless told otherwise, and submits it. */
export async function signInByForm(
  { user, button }: OpenedApp,
  { email = ADMIN.email, password = ADMIN.password, remember = true }: Choices = {},
): Promise<void> {
  await user.type(await screen.findByLabelText('Email'), email)
  await user.type(screen.getByLabelText('Password'), password)
  if (!remember) await user.click(screen.getByLabelText('Remember me'))
  await user.click(button('Login'))
}
