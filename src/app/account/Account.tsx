import { useGetAccountQuery } from '../../api/accountApi'
import { useGetFactorsQuery } from '../../api/factorApi'
import { isRestricted } from '../../contract/factors'
import { SessionsCard } from '../../areas/users/SessionsCard'
import { Unloaded } from '../../crud/parts/Unloaded'
import { PageHeader } from '../../ui/layout/PageHeader'
import { FactorsCard } from './FactorsCard'
import { NamesCard } from './NamesCard'
import { PasswordCard } from './PasswordCard'
import { UnconfirmedEmail } from './UnconfirmedEmail'

/** /pages/account: the user's own name, password, second factors and sessions. */
export function Account() {
  const query = useGetAccountQuery(undefined, { refetchOnMountOrArgChange: 30 })
  const { data } = query
  const { data: factors } = useGetFactorsQuery(null)
  // The server refuses both to an account that has to set up a second factor first.
  const restricted = factors !== undefined && isRestricted(factors)
  return (
    <>
      <PageHeader title="My account" description={data?.email} />
      <div className="stack">
        {data !== undefined && <UnconfirmedEmail account={data} />}
        {data !== undefined ? <NamesCard account={data} /> : <Unloaded query={query} columns={2} label="Loading your account" />}
        {!restricted && <PasswordCard />}
        <FactorsCard />
        {!restricted && <SessionsCard user={null} />}
      </div>
    </>
  )
}
