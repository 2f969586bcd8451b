import { DAY_MS } from '../contract/durations'
import { UPTIME_DAYS, type GatewayAvailability } from '../contract/gatewayTraffic'
import type { Gateway } from '../contract/gateways'
import { withUnit } from '../crud/model/words'
import { Bars, type Bar } from '../ui/chart/Bars'
import { Card } from '../ui/layout/Card'
import { useEnvironment } from '../ui/environment/Environment'
import { dayWords } from '../ui/text/timeWords'

/** Days below this percentage are highlighted. */
const LOW_PCT = 95

interface UptimeProps {
  readonly gateway: Gateway
  readonly days: GatewayAvailability['days']
}

/** The share of each of the last 90 days that a gateway was online. Days are UTC days, as the server counts them. */
export function Uptime({ gateway, days }: UptimeProps) {
  const { now } = useEnvironment()
  const last = lastDays(days, Date.parse(gateway.createdAt), now())
  const known = last.filter(({ seconds }) => seconds > 0)
  const sum = (part: 'seconds' | 'onlineS') => known.reduce((total, day) => total + day[part], 0)
  const average = known.length === 0 ? null : (sum('onlineS') / sum('seconds')) * 100
  return (
    <Card
      title="Uptime"
      description={
        average === null
          ? undefined
          : `${percent(average)} over ${known.length === 1 ? 'its first day' : `the last ${known.length} days`}`
      }
    >
      <Bars
        label="Uptime by day"
        bars={last.map(barOf)}
        top={100}
        topWords="100 %"
        ends={[`${UPTIME_DAYS} days ago`, 'today']}
        hint={`Days (UTC) below ${LOW_PCT} % are marked. Point at a day or use arrow keys.`}
        lowBelow={LOW_PCT}
      />
    </Card>
  )
}

/** A day, UTC. */
interface Day {
  readonly day: number
  /** How long the gateway was registered; at most 0: not yet. */
  readonly seconds: number
  readonly onlineS: number
}

/** The last 90 days. */
function lastDays(days: GatewayAvailability['days'], createdAt: number, now: number): Day[] {
  const online = new Map(days.map(({ day, onlineS }) => [Date.parse(day), onlineS]))
  const today = Math.floor(now / DAY_MS) * DAY_MS
  return Array.from({ length: UPTIME_DAYS }, (_, nth) => {
    const day = today - (UPTIME_DAYS - 1 - nth) * DAY_MS
    const seconds = (Math.min(day + DAY_MS, now) - Math.max(day, createdAt)) / 1000
    return { day, seconds, onlineS: Math.min(seconds, online.get(day) ?? 0) }
  })
}

function barOf({ day, seconds, onlineS }: Day): Bar {
  const value = seconds <= 0 ? null : (onlineS / seconds) * 100
  const words = `${dayWords(day, 'utc')}: ${value === null ? 'not registered yet' : `online ${percent(value)}`}`
  return { key: String(day), value, words }
}

function percent(value: number): string {
  return withUnit(value === 100 ? 100 : Math.floor(value * 10) / 10, '%')
}
