import { CopyX } from 'lucide-react'
import { useState } from 'react'
import { movesFrom } from '../../../machines/plantRequestMachine'
import type { PlantRequest } from '../../contract/plantRequests'
import { PLANT_SEARCH_PATH, plants } from '../../contract/plants'
import { ReferencePicker } from '../../crud/list/ReferencePicker'
import { crudCalls } from '../../crud/model/crudCalls'
import { useFindRowsQuery } from '../../crud/model/typeahead'
import { Button } from '../../ui/controls/Button'
import { Card } from '../../ui/layout/Card'
import { Checkbox } from '../../ui/controls/Checkbox'
import { compare } from './comparison'
import { ComparisonTable } from './ComparisonTable'
import { RejectDialog } from './RejectDialog'
import './plantRequests.css'

/** Maximum of plants suggested for a comparison. */
const PROPOSED = 5

/**
 * Compares a request's draft with a plant: the published or duplicate one, otherwise a match by name, otherwise one that the user selects.
 */
export function Comparison({ row }: { readonly row: PlantRequest }) {
  const [picked, setPicked] = useState<string | null | undefined>(undefined)
  const [onlyDifferences, setOnlyDifferences] = useState(false)
  const proposed = useProposed(row)
  const id = picked === undefined ? (row.publishedPlantId ?? row.duplicateOfPlantId ?? proposed[0]?.id ?? null) : picked
  const { currentData: plant = null } = crudCalls(plants).getReferenced.useQuery(id ?? '', { skip: id === null })
  const all = compare(row.draft, plant)
  const shown = onlyDifferences && plant !== null ? all.filter(({ verdict }) => verdict !== 'same') : all
  return (
    <Card title="Draft and catalogue" description="The requested plant beside one that may be the same.">
      <div className="comparison-tools">
        <ReferencePicker
          title="Compare with"
          target={plants}
          values={id === null ? [] : [id]}
          onChange={([one = null]) => setPicked(one)}
        />
        {proposed
          .filter((found) => found.id !== id)
          .map((found) => (
            <Button key={found.id} size="sm" onClick={() => setPicked(found.id)}>
              {found.label}
            </Button>
          ))}
        {plant !== null && <Checkbox label="Differences only" checked={onlyDifferences} onChange={setOnlyDifferences} />}
        {plant !== null && <MarkDuplicate row={row} plant={plant} />}
      </div>
      {shown.length === 0 ? (
        <p className="soft">
          {all.length === 0 ? 'No details yet. Edit the request to start its draft.' : 'Draft and plant are identical.'}
        </p>
      ) : (
        <ComparisonTable rows={shown} plant={plant} />
      )}
    </Card>
  )
}

/** Plants with similar names; not searched for a published or rejected request. */
function useProposed({ draft, proposedScientificName, requestedName, status }: PlantRequest) {
  const name = [draft.scientificName, proposedScientificName, requestedName].find((one) => one != null && one !== '') ?? ''
  const search = { area: plants.name, path: PLANT_SEARCH_PATH, title: 'title', q: name, limit: PROPOSED } as const
  const { data = [] } = useFindRowsQuery(search, { skip: name === '' || movesFrom(status).length === 0 })
  return data
}

interface MarkDuplicateProps {
  readonly row: PlantRequest
  readonly plant: { readonly id: string; readonly title: string }
}

/** Rejects the request as a duplicate of this plant, if its status allows a rejection. */
function MarkDuplicate({ row, plant }: MarkDuplicateProps) {
  const [open, setOpen] = useState(false)
  if (!movesFrom(row.status).includes('reject')) return null
  return (
    <>
      <Button size="sm" icon={CopyX} variant="danger-quiet" onClick={() => setOpen(true)}>
        Mark as duplicate
      </Button>
      {open && (
        <RejectDialog
          row={row}
          title={`Mark ${row.requestedName} as a duplicate of ${plant.title}?`}
          start={{ rejectionReason: 'duplicate', duplicateOfPlantId: plant.id }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
