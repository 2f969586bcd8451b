import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { firstRows, PAGE_SIZE_MAX } from '../../contract/list'
import type { Plant } from '../../contract/plants'
import { troubleshoots } from '../../contract/troubleshoots'
import { DraftNote } from '../../crud/form/DraftOffer'
import { crudCalls } from '../../crud/model/crudCalls'
import { draftKey, readDraft } from '../../crud/model/drafts'
import { useDraftOwner } from '../../crud/model/storageOwner'
import { Unloaded } from '../../crud/parts/Unloaded'
import { Button } from '../../ui/controls/Button'
import { useEnvironment } from '../../ui/environment/Environment'
import { Card } from '../../ui/layout/Card'
import { TroubleshootsEditor } from './TroubleshootsEditor'
import { TroubleshootsTable } from './TroubleshootsTable'
import { DRAFTS } from './useTroubleshootEditor'
import './troubleshoots.css'

interface TroubleshootsProps {
  readonly row: Plant
  readonly isDeleted: boolean
}

/** A plant's troubleshoots in order: shown as a table, edited in one form. */
export function Troubleshoots({ row: plant, isDeleted }: TroubleshootsProps) {
  // Closed: the focus goes back to the button that opens the form, once that is there.
  const [form, setForm] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const editing = form === 'open'
  const query = crudCalls(troubleshoots).list.useQuery(
    firstRows(troubleshoots, PAGE_SIZE_MAX, { filter: { plantId: [plant.id] } }),
    { refetchOnMountOrArgChange: true },
  )
  const { currentData, isFetching } = query
  const rows = currentData?.result ?? []
  const { tabStorage } = useEnvironment()
  const draft = readDraft(tabStorage, draftKey(useDraftOwner(), DRAFTS, plant.id))
  const isOffered = draft !== null && !editing && !isDeleted
  return (
    <Card
      title="Troubleshoots"
      flush={!editing && !isOffered && rows.length > 0}
      description={editing ? undefined : 'What can go wrong, and what helps.'}
      actions={
        !editing &&
        currentData !== undefined && (
          // Editing starts from the server's current version: a save of a cached one would be refused as stale.
          <Button
            aria-disabled={isFetching}
            autoFocus={form === 'closed'}
            icon={Pencil}
            onFocus={() => setForm('unopened')}
            onClick={() => setForm('open')}
          >
            {rows.length === 0 ? 'Add troubleshoots' : 'Edit troubleshoots'}
          </Button>
        )
      }
    >
      {isOffered && <DraftNote draft={draft} />}
      {currentData === undefined ? (
        <Unloaded query={query} rows={2} columns={4} label="Loading troubleshoots" />
      ) : editing ? (
        <TroubleshootsEditor plantId={plant.id} stored={rows} onClose={() => setForm('closed')} />
      ) : rows.length === 0 ? (
        <p className="soft">No troubleshoots yet.</p>
      ) : (
        <TroubleshootsTable rows={rows} />
      )}
    </Card>
  )
}
