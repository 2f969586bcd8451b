import { useGetAccountQuery } from '../../api/accountApi'

/** The name and the address of the signed-in user. */
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
