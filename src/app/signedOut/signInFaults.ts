import { EMAIL_MAX, EMAIL_PATTERN, PASSWORD_MAX } from '../../contract/constants'
import { grouped } from '../../contract/grouped'
import type { SignInBody } from '../../contract/session'
import type { FieldErrors } from '../../ui/form/formState'

/** The rules of the contract's `signInForm`, without Yup; a test compares the two. */
export function signInFaults({ email, password }: Pick<SignInBody, 'email' | 'password'>): FieldErrors {
  const wrong = { email: emailFault(email.trim()), password: passwordFault(password) }
  return Object.fromEntries(Object.entries(wrong).filter((entry): entry is [string, string] => entry[1] !== null))
}

function emailFault(email: string): string | null {
  if (email === '') return 'Email is required'
  if (email.length > EMAIL_MAX) return `Email must be at most ${EMAIL_MAX} characters`
  return EMAIL_PATTERN.test(email) ? null : 'Email must be a valid email address'
}

function passwordFault(password: string): string | null {
  if (password === '') return 'Password is required'
  return password.length > PASSWORD_MAX ? `Password must be at most ${grouped(PASSWORD_MAX)} characters` : null
}
