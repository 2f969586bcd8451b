import { useGetAccountQuery } from '../../api/accountApi'

/** The name and the address of whoever is signed in. */
export function Who() {
  const { data } = useGetAccountQuery()
  if (data === undefined) return 'Administrator'
  return (
    <>
      {data.fullname}
      <br />
      {data.email}
    </>
  )
}
