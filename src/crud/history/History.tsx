import { History as HistoryIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ActivityEntry } from '../../contract/activity'
import { Button } from '../../ui/controls/Button'
import { Card } from '../../ui/layout/Card'
import { Time } from '../../ui/text/Time'
import type { AnyRow } from '../model/crudCalls'
import { mayChange, offers, type AnyStandardArea } from '../model/declaration'
import { isMissing } from '../model/problems'
import { Unloaded } from '../parts/Unloaded'
import { useGetActivityInfiniteQuery } from './activityApi'
import { valuesBefore } from './changes'
import { Entry } from './Entry'
import { RestoreDialog } from './RestoreDialog'

interface Props {
  readonly area: AnyStandardArea
  readonly row: AnyRow
  /** The row has been deleted: no version can be restored. */
  readonly isDeleted: boolean
}

/** Entries per page of the history. */
const PAGE_SIZE = 5

/** A row's history: who changed what and when, with a button that restores a version where every later change can be taken back. */
export function History({ area, row, isDeleted }: Props) {
  const filter = { area: area.resource.name, rowId: row.id, pageSize: PAGE_SIZE, aside: true } as const
  const query = useGetActivityInfiniteQuery(filter, { refetchOnMountOrArgChange: true })
  const { currentData, error, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const version = useRef(row.version)
  const refetch = useEffectEvent(() => void query.refetch())
  useEffect(() => {
    if (version.current !== row.version) refetch()
    version.current = row.version
  }, [row.version])
  const [restoring, setRestoring] = useState<ActivityEntry | null>(null)
  if (currentData === undefined && isMissing(error)) return null
  if (currentData === undefined)
    return (
      <Card title="Change history">
        <Unloaded query={query} columns={2} label="Loading the change history" />
      </Card>
    )
  const entries = currentData.pages.flatMap(({ result }) => result)
  const isChangeable = !isDeleted && offers(area, 'update', row)
  const isFixed = (name: string) =>
    area.form.some(({ fields }) => fields.some((field) => field.name === name && field.fixed?.(row) === true))
  /** Whether something would change, and all of it may. */
  const isRestorableTo = (differing: readonly string[]) => {
    const changed = differing.filter((field) => !area.resource.keptOnRestore.includes(field))
    return changed.length > 0 && changed.every((field) => mayChange(area, row, field) && !isFixed(field))
  }
  const canRestore = (entry: ActivityEntry, at: number) =>
    isChangeable && entry.restorable && at > 0 && isRestorableTo(Object.keys(valuesBefore(area.resource, entries.slice(0, at))))
  return (
    <Card title="Change history" flush={entries.length > 0}>
      {entries.length === 0 ? (
        <p className="soft">No changes recorded yet.</p>
      ) : (
        <ol className="entries">
          {entries.map((entry, at) => (
            <Entry key={entry.id} entry={entry} area={area} time="absolute" ofRow>
              {canRestore(entry, at) && (
                <Button size="sm" icon={HistoryIcon} onClick={() => setRestoring(entry)}>
                  Restore this version
                  <span className="sr-only">
                    {' '}
                    of <Time value={entry.at} show="absolute" focusable={false} />
                  </span>
                </Button>
              )}
            </Entry>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <div className="entries-more">
          <Button size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show earlier
          </Button>
        </div>
      )}
      {restoring !== null && (
        <RestoreDialog
          area={area}
          row={row}
          entry={restoring}
          since={entries.filter(({ id }) => id > restoring.id)}
          onClose={() => setRestoring(null)}
        />
      )}
    </Card>
  )
}
