import { useState } from 'react'
import type { Trends } from '../contract/dashboard'
import { HOUR_MS } from '../contract/durations'
import { isMissing } from '../crud/model/problems'
import { Unloaded } from '../crud/parts/Unloaded'
import { counted } from '../crud/model/words'
import { Bars, type Bar } from '../ui/chart/Bars'
import { Card } from '../ui/layout/Card'
import { useEnvironment } from '../ui/environment/Environment'
import { grouped } from '../ui/text/numberWords'
import { Segment } from '../ui/controls/Segment'
import { useZone } from '../ui/text/Time'
import { shortWords, type Zone } from '../ui/text/timeWords'
import './attention.css'
import { useGetTrendsQuery } from './overviewApi'

const spans = { '24 h': 24, '7 d': 168 } as const
type SpanName = keyof typeof spans

/** The number of readings per hour, to make outages visible. */
export function ReadingsPerHour() {
  const { now } = useEnvironment()
  // Readings that stop raise no event. A hidden page does not poll: that would keep its session alive for ever.
  const query = useGetTrendsQuery(undefined, {
    refetchOnMountOrArgChange: 30,
    refetchOnFocus: true,
    pollingInterval: HOUR_MS / 4,
    skipPollingIfUnfocused: true,
  })
  const { data, error } = query
  const [span, setSpan] = useState<SpanName>('24 h')
  if (data === undefined && isMissing(error)) return null
  return (
    <Card
      title="Readings per hour"
      description="By the hour in which they were measured."
      className="readings-per-hour"
      actions={
        <div className="segments" role="group" aria-label="The last">
          {(Object.keys(spans) as SpanName[]).map((name) => (
            <Segment key={name} on={name === span} onClick={() => setSpan(name)}>
              {name}
            </Segment>
          ))}
        </div>
      }
    >
      {data === undefined ? (
        <Unloaded query={query} rows={4} columns={1} label="Loading readings per hour" />
      ) : (
        <Hours trends={data} hours={spans[span]} at={query.fulfilledTimeStamp ?? now()} isCurrent={error === undefined} />
      )}
    </Card>
  )
}

interface HoursProps {
  readonly trends: Trends
  readonly hours: number
  /** The time of the answer, milliseconds since 1970. */
  readonly at: number
  /** False when a later request failed. */
  readonly isCurrent: boolean
}

function Hours({ trends, hours, at, isCurrent }: HoursProps) {
  const zone = useZone()
  const bars = barsOf(trends, hours, at, zone)
  const top = Math.max(0, ...bars.map(({ value }) => value ?? 0))
  return (
    <Bars
      label="Readings per hour"
      bars={bars}
      top={top}
      topWords={grouped(top)}
      ends={[`${hours === 24 ? '24 hours' : '7 days'} ago`, isCurrent ? 'now' : shortWords(at, zone)]}
      hint={`${counted(
        bars.reduce((sum, { value }) => sum + (value ?? 0), 0),
        { one: 'reading', many: 'readings' },
      )} in all. Point at an hour or use arrow keys.`}
    />
  )
}

/** The hours up to the one of the answer; hours missing from the answer had no readings. */
function barsOf(trends: Trends, hours: number, answeredAt: number, zone: Zone): Bar[] {
  const counts = new Map(trends.hours.map(({ at, count }) => [Date.parse(at), count]))
  const current = Math.floor(answeredAt / HOUR_MS) * HOUR_MS
  return Array.from({ length: hours }, (_, nth) => {
    const at = current - (hours - 1 - nth) * HOUR_MS
    const value = counts.get(at) ?? 0
    const isNow = at === current
    return {
      key: String(at),
      value,
      words: `${shortWords(at, zone)}: ${counted(value, { one: 'reading', many: 'readings' })}${isNow ? ' so far' : ''}`,
    }
  })
}
