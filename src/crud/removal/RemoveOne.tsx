import { isRestorable } from '../../contract/bulk'
import { Link } from '../../ui/controls/Link'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { offers } from '../model/declaration'
import { nameOf } from '../model/reference'
import { ReassignDialog } from './ReassignDialog'
import { previewOf } from './removalPreview'
import { countsWords, finalWords } from './removalWords'
import { useRemoval, type RemovalOptions } from './useRemoval'

/** Deletes one row; when it is in use, names its users, and offers to reassign them if the resource supports it. */
export function RemoveOne(props: RemovalOptions) {
  const { area, row } = props
  const { resource, removal } = area
  const [snapshot, send] = useRemoval(props)
  const { inUse, failure } = snapshot.context
  const shared = { busy: snapshot.matches('deleting'), error: failure, onCancel: () => send({ type: 'close' }) }
  if (inUse !== null)
    return (
      <ReassignDialog
        {...shared}
        area={area}
        row={row}
        inUse={inUse}
        onReassign={(successor) => send({ type: 'remove', successor })}
      />
    )
  const name = nameOf(resource, row)
  const preview = previewOf(resource, [row])
  // By the counts that the page shows. The server decides, and names users that came since.
  const isKept = preview.used > 0 && !resource.reassigns
  const usersPath = isKept ? removal?.usersPath?.(row) : undefined
  const isBlocked = !offers(area, 'remove', row) || usersPath !== undefined
  const isHeld = isBlocked || isKept || preview.undeletable > 0
  const isTyped = !isHeld && (removal?.typed === true || !isRestorable(resource, row))
  return (
    <ConfirmDialog
      {...shared}
      title={`Delete ${name}?`}
      confirmLabel={`Delete ${resource.nouns.one}`}
      typed={isTyped ? name : undefined}
      blocked={isBlocked}
      onConfirm={() => send({ type: 'remove', successor: null })}
    >
      {usersPath === undefined ? (
        <p>
          {removal?.consequence([row])} {!isHeld && finalWords(preview)}
        </p>
      ) : (
        <p>
          It is used by{' '}
          <Link className="link" href={usersPath}>
            {countsWords(resource, preview)}
          </Link>
          , and can be deleted once it is not.
        </p>
      )}
    </ConfirmDialog>
  )
}
