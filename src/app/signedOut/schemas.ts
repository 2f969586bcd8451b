import { fullnameOf, resetPasswordBody, type SignUpBody } from '../../contract/session'

/** Validation of the forms other than sign-in: the contract's rules. */
export { emailBody, signUpForm } from '../../contract/session'
export const resetForm = resetPasswordBody.omit(['token'])

/** Values of the sign-up form. */
type SignUpValues = Readonly<Record<Exclude<keyof SignUpBody, 'fullname'>, string>>

/** The sign-up payload: the surname only when given, and the full name made of both. */
export function signUpFields({ firstName, lastName, email, password, password_confirmation }: SignUpValues): SignUpBody {
  const first = firstName.trim()
  const last = lastName.trim()
  const named = { firstName: first, ...(last === '' ? {} : { lastName: last }), fullname: fullnameOf(first, last) }
  return { ...named, email: email.trim(), password, password_confirmation }
}
