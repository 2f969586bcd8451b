import { useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ListQuery } from '../../contract/list'
import type { AnyRow } from '../model/crudCalls'
import type { AnyStandardArea } from '../model/declaration'
import type { Values } from '../form/values'
import { matchOf } from '../list/address'
import type { ApiDispatch } from '../model/reference'
import { FailedRows } from './FailedRows'
import { ChooseStep } from './ChooseStep'
import { ConfirmStep } from './ConfirmStep'
import { emptyValues, setOf } from './fields'
import { fetchMatching } from './matching'
import { byId, partsOf } from './parts'
import { canPreview, useBulkEdit, type Scope } from './useBulkEdit'
import './bulk.css'

interface BulkEditDialogProps {
  readonly area: AnyStandardArea
  readonly query: ListQuery
  /** The selected rows; when all matching rows are selected, the rows of the current page, of which the dialog names the first. */
  readonly rows: readonly AnyRow[]
  /** The number of matching rows when all of them are selected; otherwise null. */
  readonly everything: number | null
  /** Search and filters in words; empty when the list is not filtered. */
  readonly filterWords: string
  readonly onClose: () => void
  readonly onChanged: () => void
  readonly onRecounted: (count: number) => void
}

/** Edits some fields of many rows: takes fields and values, previews the effect, saves, and reports the outcome row by row. */
export function BulkEditDialog(props: BulkEditDialogProps) {
  const { area, query, rows, everything, filterWords, onClose, onChanged, onRecounted } = props
  const { resource } = area
  const dispatch = useDispatch<ApiDispatch>()
  const [shown, setShown] = useState({ count: everything ?? rows.length, rows })
  const scope: Scope = {
    ...shown,
    match: everything === null ? null : { filter: matchOf(query), expectedCount: shown.count },
  }
  const onRecount = async () => {
    const matching = await fetchMatching(dispatch, resource, query)
    setShown(matching)
    onRecounted(matching.count)
  }
  const [snapshot, send] = useBulkEdit({ resource, scope, onRecount, onChanged, onClose })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState<Values>(() => emptyValues(area))

  if (snapshot.hasTag('choosing'))
    return (
      <ChooseStep
        area={area}
        scope={scope}
        typed={typed}
        chosen={chosen}
        busy={snapshot.matches('previewing')}
        onChoose={(name, on) => setChosen((before) => toggled(before, name, on))}
        onSubmit={(values) => {
          setTyped(values)
          send({ type: 'propose', set: setOf(values, chosen), needsPreview: canPreview(resource, scope) })
        }}
        onClose={() => send({ type: 'close' })}
      />
    )
  if (snapshot.matches('reporting'))
    return (
      <FailedRows
        resource={resource}
        deed="changed"
        failed={snapshot.context.failed}
        doneCount={snapshot.context.done}
        requestedCount={scope.count}
        onRetry={() => send({ type: 'retry', parts: partsOf(byId(snapshot.context.failed.map(({ row }) => row))) })}
        onClose={() => send({ type: 'close' })}
      />
    )
  return <ConfirmStep area={area} scope={scope} filterWords={filterWords} snapshot={snapshot} send={send} />
}

function toggled(before: ReadonlySet<string>, name: string, on: boolean): ReadonlySet<string> {
  return on ? new Set([...before, name]) : new Set([...before].filter((other) => other !== name))
}
