import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { createActor, type Actor } from 'xstate'
import type { exportMachine, ExportedFile, Reading } from '../../../machines/exportMachine'
import { readOnce } from '../../api/readOnce'
import { ACTIVITY_SIZE_MAX, type ActivityEntry, type ActivityQuery } from '../../contract/activity'
import { storedFormat } from '../../crud/model/csvFile'
import { useExportMachine } from '../../crud/export/useExportMachine'
import { getActivityPage } from '../../crud/history/activityApi'
import type { ApiDispatch } from '../../crud/model/reference'
import type { EntryAreas } from './entryAreas'
import { useEnvironment } from '../../ui/environment/Environment'
import { exportActivity } from './exportActivity'

export const entryNouns = { one: 'entry', many: 'entries' }

/**
 * Exports the activity; each export is a new run of the machine. Does not use `useFlow`, which runs a machine once per mount, because the
 * button stays after a run. `done` is null while nothing is read.
 */
export function useActivityExport(filter: Partial<ActivityQuery>, areas: EntryAreas) {
  const dispatch = useDispatch<ApiDispatch>()
  const { browserStorage, inspect } = useEnvironment()
  const [run, setRun] = useState<Actor<typeof exportMachine>>()
  useEffect(() => () => void run?.stop(), [run])
  const done = useSelector(run, (snapshot) => (snapshot?.matches('reading') ? snapshot.context.done : null))
  const machine = useExportMachine({ slug: 'activity', nouns: entryNouns, read, onClose: () => setRun(undefined) })

  async function read({ onProgress, format }: Reading, signal: AbortSignal): Promise<ExportedFile> {
    const entries: ActivityEntry[] = []
    let before: number | null = null
    do {
      signal.throwIfAborted()
      const query: Partial<ActivityQuery> = { ...filter, each: true, pageSize: ACTIVITY_SIZE_MAX, before }
      const { result, meta } = await readOnce(dispatch(getActivityPage.initiate(query, { forceRefetch: true })), signal)
      entries.push(...result)
      onProgress(entries.length, 0)
      before = meta.next
    } while (before !== null)
    return { content: exportActivity(entries, areas, format), count: entries.length }
  }

  return {
    done,
    begin() {
      const next = createActor(machine, inspect && { inspect }).start()
      next.send({ type: 'read', rows: 'matching', columns: 'all', format: storedFormat(browserStorage) })
      setRun(next)
    },
    cancel: () => run?.send({ type: 'close' }),
  }
}
