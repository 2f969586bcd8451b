import { useGetAccountQuery } from '../../api/accountApi'
import type { ApiError } from '../../api/extra'
import { FALLBACK_MESSAGE } from '../../contract/constants'
import { ErrorState } from '../../ui/ErrorState'
import { PageHeader } from '../../ui/PageHeader'
import { SkeletonRows } from '../../ui/Skeleton'
import { NamesCard } from './NamesCard'
import { PasswordCard } from './PasswordCard'
import { SessionsCard } from './SessionsCard'

/** /pages/account: one's own name, password and sessions. */
export function Account() {
  const { data, error, isFetching, refetch } = useGetAccountQuery(undefined, { refetchOnMountOrArgChange: true })
  const problem = (error as ApiError | undefined)?.problem
  return (
    <>
      <PageHeader title="My account" description={data?.email} />
      <div className="grid gap-4">
        {data !== undefined ? (
          <NamesCard account={data} onRefetch={() => void refetch()} />
        ) : error !== undefined && !isFetching ? (
          <ErrorState
            message={problem?.message ?? FALLBACK_MESSAGE}
            requestId={problem?.requestId}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows rows={3} columns={2} label="Loading your account" />
        )}
        <PasswordCard email={data?.email ?? ''} />
        <SessionsCard />
      </div>
    </>
  )
}
