import type { ActivityEntry } from '../../contract/activity'
import { Entry } from '../../crud/history/Entry'
import { Button } from '../../ui/controls/Button'
import { Card } from '../../ui/layout/Card'
import { useZone } from '../../ui/text/Time'
import { dayWords, type Zone } from '../../ui/text/timeWords'
import type { EntryAreas } from './entryAreas'

interface Props {
  /** Newest first. */
  readonly entries: readonly ActivityEntry[]
  readonly areas: EntryAreas
  /** Shows each row that one call changed, by its request id. */
  readonly onEach: (requestId: string) => void
}

/** Groups entries by day in the chosen time zone; each day is a card. */
export function Days({ entries, areas, onEach }: Props) {
  const zone = useZone()
  return (
    <>
      {byDay(entries, zone).map(([day, ofDay]) => (
        <Card key={day} title={day} flush>
          <ol className="entries entries-by-day">
            {ofDay.map((entry) => (
              <Entry key={entry.id} entry={entry} area={areas.get(entry.area)} time="clock">
                {entry.rows > 1 && entry.requestId !== null && (
                  <Button size="sm" onClick={() => onEach(entry.requestId ?? '')}>
                    Show each<span className="sr-only"> of the {entry.rows}</span>
                  </Button>
                )}
              </Entry>
            ))}
          </ol>
        </Card>
      ))}
    </>
  )
}

function byDay(entries: readonly ActivityEntry[], zone: Zone): [string, ActivityEntry[]][] {
  const days = new Map<string, ActivityEntry[]>()
  for (const entry of entries) {
    const day = dayWords(Date.parse(entry.at), zone)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days]
}
