import { Activity, Radio, RotateCw, Router, Sprout, Users } from 'lucide-react'
import type { ApiError } from '../api/extra'
import { areas, unlisted } from '../areas'
import { useAhead } from '../ui/environment/useAhead'
import { Alert } from '../ui/overlay/Alert'
import { Button, type Icon } from '../ui/controls/Button'
import { onDemand } from '../ui/overlay/onDemand'
import { PageHeader } from '../ui/layout/PageHeader'
import { Stat } from '../ui/text/Stat'
import { Time } from '../ui/text/Time'
import { analyticsApi, type countNames } from './analytics'
import './dashboard.css'

interface Count {
  readonly field: (typeof countNames)[number]
  readonly label: string
  readonly icon: Icon
  /** The area that lists what is counted, where there is one. */
  readonly slug?: string
}

/** spec §2: the five statistics in its order and words. */
const counts: readonly Count[] = [
  { field: 'users', label: 'Users', icon: Users, slug: 'users' },
  { field: 'gateways', label: 'Gateways', icon: Router, slug: 'gateways' },
  { field: 'sensors', label: 'Sensors', icon: Radio, slug: 'sensors' },
  { field: 'datapoints', label: 'Datapoints', icon: Activity },
  { field: 'plants', label: 'Plants', icon: Sprout, slug: 'plants' },
]

// After the counts, and nothing where it does not come: they are the dashboard.
const Attention = onDemand(async () => (await import('../telemetry/Attention')).Attention, { Failed: () => null })
const RecentActivity = onDemand(async () => (await import('./activity/RecentActivity')).loadRecentActivity(), {
  Failed: () => null,
})

const bringList = () => import('../crud/list/ListScreen')

/** /pages/dashboard. */
export function Dashboard() {
  const { data, error, isFetching, fulfilledTimeStamp, refetch } = analyticsApi.useGetAnalyticsQuery(undefined, {
    refetchOnMountOrArgChange: 30,
  })
  useAhead(data !== undefined, bringList)
  const problem = (error as ApiError | undefined)?.problem
  const failed = data === undefined && problem !== undefined
  return (
    <>
      <PageHeader
        title="Dashboard"
        description={
          data === undefined ? (
            failed ? undefined : (
              'Counting …'
            )
          ) : (
            <>
              As of <Time value={data.asOf ?? fulfilledTimeStamp} />
            </>
          )
        }
      />
      {failed ? (
        <Alert
          tone="danger"
          title="The counts could not be loaded"
          className="stats-failed"
          actions={
            <Button size="sm" icon={RotateCw} busy={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          }
        >
          {problem.message}
        </Alert>
      ) : (
        <ul className="stats" aria-label="Counts" aria-busy={data === undefined}>
          {counts.map(({ field, label, icon, slug }) => (
            <li key={field}>
              <Stat label={label} value={data?.[field] ?? null} icon={icon} href={listOf(slug)} />
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && (
        <>
          <Attention />
          <RecentActivity />
        </>
      )}
    </>
  )
}

function listOf(slug: string | undefined): string | undefined {
  return [...areas, ...unlisted].some((area) => area.slug === slug) ? `/pages/${slug}` : undefined
}
