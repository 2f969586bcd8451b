import { useDeferredValue } from 'react'
import { useNavigationType } from 'react-router-dom'
import { Activity, Radio, RotateCw, Router, Sprout, Users } from 'lucide-react'
import { everyArea } from '../../areas'
import { usePrefetchCode } from '../../ui/environment/usePrefetchCode'
import { wholeListPath } from '../../crud/model/paths'
import { sentenceOf } from '../../crud/model/problems'
import { counted } from '../../crud/model/words'
import { useGetTrendsQuery } from '../../telemetry/overviewApi'
import { Alert } from '../../ui/overlay/Alert'
import { Button, type Icon } from '../../ui/controls/Button'
import { onDemand } from '../../ui/overlay/onDemand'
import { PageHeader } from '../../ui/layout/PageHeader'
import { grouped } from '../../ui/text/numberWords'
import { Sparkline } from '../../ui/chart/Sparkline'
import { Stat } from '../../ui/text/Stat'
import { Time } from '../../ui/text/Time'
import { analyticsApi, type countNames } from './analytics'
import './dashboard.css'

interface Count {
  readonly field: (typeof countNames)[number]
  readonly label: string
  readonly icon: Icon
  /** The area that lists the counted rows, if there is one. */
  readonly slug?: string
}

/** The five statistics, in the specified order, with the specified labels. */
const counts: readonly Count[] = [
  { field: 'users', label: 'Users', icon: Users, slug: 'users' },
  { field: 'gateways', label: 'Gateways', icon: Router, slug: 'gateways' },
  { field: 'sensors', label: 'Sensors', icon: Radio, slug: 'sensors' },
  { field: 'datapoints', label: 'Datapoints', icon: Activity },
  { field: 'plants', label: 'Plants', icon: Sprout, slug: 'plants' },
]

// Loads after the counts; when it fails, the counts alone are the dashboard.
const Overview = onDemand(async () => (await import('./Overview')).loadOverview(), { Failed: () => null })

const loadList = () => import('../../crud/list/ListScreen')

/** /pages/dashboard. */
export function Dashboard() {
  const { data, error, isFetching, fulfilledTimeStamp, refetch } = analyticsApi.useGetAnalyticsQuery(undefined, {
    refetchOnMountOrArgChange: 30,
  })
  // Requested after the counts, so as not to delay them.
  const { data: trends } = useGetTrendsQuery(undefined, { skip: data === undefined, refetchOnMountOrArgChange: 30 })
  usePrefetchCode(data !== undefined, loadList)
  const failed = data === undefined && error !== undefined
  // Rendered after the counts, or their failure; at once on a Back navigation, so that the scroll position can be restored.
  const isBackNavigation = useNavigationType() === 'POP'
  const isCounted = data !== undefined || failed
  const showsOverview = useDeferredValue(isCounted, isBackNavigation && isCounted)
  return (
    <>
      <PageHeader
        title="Dashboard"
        description={
          data === undefined ? (
            failed ? undefined : (
              'Counting…'
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
          {sentenceOf(error)}
        </Alert>
      ) : (
        <ul className="stats" aria-label="Counts" aria-busy={data === undefined}>
          {counts.map(({ field, label, icon, slug }) => (
            <li key={field}>
              <Stat
                label={label}
                value={data?.[field] ?? null}
                icon={icon}
                href={listOf(slug)}
                trend={<Trend label={label} before={trends?.days.map((day) => day[field])} now={data?.[field]} />}
              />
            </li>
          ))}
        </ul>
      )}
      {showsOverview && <Overview />}
    </>
  )
}

interface TrendProps {
  readonly label: string
  /** The count at the end of each day before today. */
  readonly before: readonly number[] | undefined
  readonly now: number | undefined
}

/** The last week's trend of a count, if known. */
function Trend({ label, before = [], now }: TrendProps) {
  const values = now === undefined || before.length === 0 ? [] : [...before, now]
  const first = values[0] ?? 0
  return (
    <Sparkline
      label={`${label} in the last ${counted(before.length, { one: 'day', many: 'days' })} and today: from ${grouped(first)} to ${grouped(now ?? 0)}`}
      values={values}
    />
  )
}

function listOf(slug: string | undefined): string | undefined {
  const listed = everyArea.find((area) => area.slug === slug)
  return listed && wholeListPath(listed.slug)
}
