const HOUR_MS = 3_600_000
/** When a night is over, by the clock of the reader. */
const MORNING = 7

/** Until when something is snoozed, in words. */
export interface Snooze {
  readonly label: string
  readonly until: string
}

/** The ends that are offered: an hour, the night, a week. */
export function snoozes(now: number): readonly [hour: Snooze, night: Snooze, week: Snooze] {
  return [
    { label: 'For one hour', until: iso(now + HOUR_MS) },
    { label: 'For the night, until 7:00', until: iso(nextMorning(now)) },
    { label: 'For a week', until: iso(now + 7 * 24 * HOUR_MS) },
  ]
}

/** The next 7:00: this morning's before it, tomorrow's after it. */
function nextMorning(now: number): number {
  const morning = new Date(now)
  morning.setHours(MORNING, 0, 0, 0)
  if (morning.getTime() <= now) morning.setDate(morning.getDate() + 1)
  return morning.getTime()
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
