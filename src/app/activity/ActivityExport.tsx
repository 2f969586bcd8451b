import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ACTIVITY_SIZE_MAX, type ActivityEntry, type ActivityQuery } from '../../contract/activity'
import { exportName } from '../../crud/export/exportRows'
import { useLazyGetActivityPageQuery } from '../../crud/history/activityApi'
import type { Areas } from '../../crud/model/registry'
import { counted } from '../../crud/model/words'
import { Button } from '../../ui/controls/Button'
import { useEnvironment } from '../../ui/environment/Environment'
import { useToast } from '../../ui/overlay/Toaster'
import { exportActivity } from './exportActivity'

interface Props {
  readonly filter: Partial<ActivityQuery>
  readonly areas: Areas
}

const nouns = { one: 'entry', many: 'entries' }

/** Exports all entries that match the filters, one per row, as a file. */
export function ActivityExport({ filter, areas }: Props) {
  const { download, now } = useEnvironment()
  const toast = useToast()
  const [readPage] = useLazyGetActivityPageQuery()
  const [read, setRead] = useState<number | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  async function run(signal: AbortSignal): Promise<void> {
    const entries: ActivityEntry[] = []
    let before: number | null = null
    do {
      const request = readPage({ ...filter, each: true, pageSize: ACTIVITY_SIZE_MAX, before })
      signal.addEventListener('abort', () => request.abort(), { once: true })
      const answer = await request
      if (signal.aborted) return
      // The console’s alert explains the failure.
      if (answer.data === undefined) return
      entries.push(...answer.data.result)
      before = answer.data.meta.next
      setRead(entries.length)
    } while (before !== null)
    download(exportName('activity', now()), exportActivity(entries, areas))
    toast({ message: `${counted(entries.length, nouns)} exported` })
  }
  const begin = () => {
    const current = new AbortController()
    controller.current = current
    setRead(0)
    void run(current.signal).finally(() => controller.current === current && setRead(null))
  }
  if (read === null)
    return (
      <Button icon={Download} onClick={begin}>
        Export
      </Button>
    )
  const cancel = () => {
    controller.current?.abort()
    setRead(null)
  }
  return <Button onClick={cancel}>Cancel export ({counted(read, nouns)} read)</Button>
}
