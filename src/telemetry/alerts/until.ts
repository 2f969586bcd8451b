import { DAY_MS, HOUR_MS } from '../../contract/durations'
import { capitalized } from '../../crud/model/words'
import { shortWords, type Zone } from '../../ui/text/timeWords'

/** The hour that ends a night, in the user's local time. */
const MORNING = 7
/** A snooze or silence until then, in words. */
export const forTheNight = `for the night, until ${MORNING}:00`

/** The end of a snooze, with its label. */
export interface Snooze {
  readonly label: string
  readonly until: string
}

/** The suggested ends: an hour, the morning, a week. */
export function snoozes(now: number): readonly [hour: Snooze, night: Snooze, week: Snooze] {
  return [
    { label: 'For one hour', until: iso(now + HOUR_MS) },
    { label: `${capitalized(forTheNight)} (local time)`, until: iso(nextMorning(now)) },
    { label: 'For a week', until: iso(now + 7 * DAY_MS) },
  ]
}

/** What is said of a silence or snooze that lasts beyond `until`: "is already silenced until 20 Nov 2026, 08:15". Null when it does not. */
export function longerWords(
  deed: 'silenced' | 'snoozed',
  present: string | null | undefined,
  until: string | null,
  zone: Zone,
): string | null {
  const end = Date.parse(present ?? '')
  return until !== null && end > Date.parse(until) ? `is already ${deed} until ${shortWords(end, zone)}` : null
}

/** The next morning: today's if it is still ahead, otherwise tomorrow's. */
function nextMorning(now: number): number {
  const morning = new Date(now)
  morning.setHours(MORNING, 0, 0, 0)
  if (morning.getTime() <= now) morning.setDate(morning.getDate() + 1)
  return morning.getTime()
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
