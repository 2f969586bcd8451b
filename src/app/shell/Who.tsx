import { useGetAccountQuery } from '../../api/accountApi'

/** The signed-in user's name and email address. */
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
