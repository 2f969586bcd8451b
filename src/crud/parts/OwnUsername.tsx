import { useGetAccountQuery } from '../../api/accountApi'

/** Inside a form that asks for the user's own password: names the account to password managers. */
export function OwnUsername() {
  const { data } = useGetAccountQuery()
  return <input type="email" autoComplete="username" value={data?.email ?? ''} readOnly hidden />
}
