import { Copy, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { RetryAlert } from '../../ui/overlay/RetryAlert'
import { BodyPortal } from '../../ui/layout/BodyPortal'
import { Button, LinkButton } from '../../ui/controls/Button'
import { dialogOnDemand, panelOnDemand } from '../../ui/overlay/onDemand'
import { PageHeader } from '../../ui/layout/PageHeader'
import { useSingleKeys } from '../../ui/environment/useSingleKeys'
import { Status } from '../../ui/text/Status'
import { crudCalls, type AnyRow } from '../model/crudCalls'
import { actionsOn, offers, type AnyStandardArea, type RowAction } from '../model/declaration'
import { useLastListPath } from '../model/lastList'
import { clonePath, editPath } from '../model/paths'
import { isMissing } from '../model/problems'
import { useEditRow } from '../model/useEditRow'
import { useRecent } from '../model/recents'
import { nameOf } from '../model/reference'
import { useRefetch } from '../model/useRefetch'
import { DeletedAlert } from './DeletedAlert'
import { RowFailure } from './RowFailure'
import { RowLoading } from './RowLoading'
import { RowRecord, RowSections } from './RowSections'
import './detail.css'

// Loaded on demand, because it is below the row's facts.
const History = panelOnDemand(async () => (await import('../history/History')).History)
const RemoveDialog = dialogOnDemand(async () => (await import('../removal/RemoveDialog')).RemoveDialog)

/** The screen of one row: its fields, its history and its actions. */
export function DetailScreen({ area }: { readonly area: AnyStandardArea }) {
  const { id = '' } = useParams()
  const query = crudCalls(area.resource).get.useQuery(id)
  const { currentData, error, isFetching, refetch } = query
  useRefetch(query, id)
  useRecent(area, id, currentData, error)
  if (currentData !== undefined)
    return (
      <Detail
        area={area}
        row={currentData}
        isDeleted={isMissing(error)}
        stale={error !== undefined}
        busy={isFetching}
        onRefetch={refetch}
      />
    )
  if (error !== undefined) return <RowFailure area={area} error={error} onRetry={refetch} busy={isFetching} />
  return <RowLoading />
}

interface DetailProps {
  readonly area: AnyStandardArea
  readonly row: AnyRow
  /** The row has been deleted: the screen shows its last version. */
  readonly isDeleted: boolean
  /** The last refetch failed. */
  readonly stale: boolean
  /** The row is being refetched. */
  readonly busy: boolean
  readonly onRefetch: () => void
}

function Detail({ area, row, isDeleted, stale, busy, onRefetch }: DetailProps) {
  const [removing, setRemoving] = useState(false)
  const navigate = useNavigate()
  const list = useLastListPath(area.slug)
  const { State, Summary, More } = area
  return (
    <article className="detail">
      <PageHeader
        title={nameOf(area.resource, row)}
        crumbs={[{ label: area.title, href: list }]}
        status={isDeleted ? <Deleted /> : State !== undefined && <State row={row} />}
        description={Summary !== undefined && <Summary row={row} />}
        actions={isDeleted ? undefined : <Actions area={area} row={row} onRemove={() => setRemoving(true)} />}
      />
      {isDeleted && <DeletedAlert area={area}>This is its last version.</DeletedAlert>}
      {stale && !isDeleted && (
        <RetryAlert busy={busy} onRetry={onRefetch}>
          This {area.resource.nouns.one} could not be refreshed.
        </RetryAlert>
      )}
      <RowSections area={area} row={row} />
      {More !== undefined && (
        <fieldset role="none" className="detail-more" disabled={isDeleted}>
          <More row={row} isDeleted={isDeleted} />
        </fieldset>
      )}
      <History area={area} row={row} isDeleted={isDeleted} />
      <RowRecord area={area} row={row} />
      {removing && (
        <RemoveDialog
          area={area}
          rows={[row]}
          onClose={() => setRemoving(false)}
          onStale={onRefetch}
          onRemoved={() => void navigate(list, { replace: true })}
        />
      )}
    </article>
  )
}

/** Shown instead of the row's state once it has been deleted. */
function Deleted() {
  return (
    <Status tone="off" look="pill">
      Deleted
    </Status>
  )
}

interface ActionsProps extends Pick<DetailProps, 'area' | 'row'> {
  readonly onRemove: () => void
}

/** The row's actions. */
function Actions({ area, row, onRemove }: ActionsProps) {
  const [open, setOpen] = useState<RowAction<AnyRow> | null>(null)
  const { next, others } = actionsOn(area, row)
  const edit = useEditRow(area)
  useSingleKeys({ e: () => edit(row) })
  const button = (action: RowAction<AnyRow>) => (
    <Button
      key={action.label}
      icon={action.icon}
      variant={action === next ? 'primary' : action.danger === true ? 'danger-quiet' : 'secondary'}
      onClick={() => setOpen(action)}
    >
      {action.label}
    </Button>
  )
  return (
    <>
      {next && button(next)}
      {offers(area, 'update', row) && (
        <LinkButton href={editPath(area.slug, row.id)} icon={Pencil} variant={next === undefined ? 'primary' : 'secondary'}>
          Edit
        </LinkButton>
      )}
      {offers(area, 'create') && (
        <LinkButton href={clonePath(area.slug, row.id)} icon={Copy}>
          Clone
        </LinkButton>
      )}
      {others.map(button)}
      {open !== null && (
        <BodyPortal>
          <open.Dialog row={row} onClose={() => setOpen(null)} />
        </BodyPortal>
      )}
      {offers(area, 'remove', row) && (
        <Button icon={Trash2} variant="danger-quiet" onClick={onRemove}>
          Delete
        </Button>
      )}
    </>
  )
}
