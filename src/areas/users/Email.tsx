/** Wraps a long email address before its domain. */
export function Email({ email }: { readonly email: string }) {
  const at = email.indexOf('@')
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}
