import { useGetAccountQuery } from '../../api/accountApi'
import { SessionsCard } from '../../areas/users/SessionsCard'
import { Unloaded } from '../../crud/parts/Unloaded'
import { PageHeader } from '../../ui/layout/PageHeader'
import { FactorsCard } from './FactorsCard'
import { NamesCard } from './NamesCard'
import { PasswordCard } from './PasswordCard'

/** /pages/account: the user's own name, password, second factors and sessions. */
export function Account() {
  const query = useGetAccountQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data } = query
  return (
    <>
      <PageHeader title="My account" description={data?.email} />
      <div className="stack">
        {data !== undefined ? <NamesCard account={data} /> : <Unloaded query={query} columns={2} label="Loading your account" />}
        <PasswordCard email={data?.email ?? ''} />
        <FactorsCard />
        <SessionsCard user={null} />
      </div>
    </>
  )
}
