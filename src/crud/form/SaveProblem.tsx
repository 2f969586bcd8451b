import type { SaveFailure } from '../../../machines/saveMachine'
import { Alert } from '../../ui/overlay/Alert'
import { withFullStop } from '../model/problems'
import { rowLink } from '../parts/rowLink'

/** Says above the form why the last save was refused; the typed values stay. */
export function SaveProblem({ failure, slug }: { readonly failure: SaveFailure | null; readonly slug: string }) {
  if (failure === null || failure.kind === 'stale') return null
  if (failure.kind === 'fields') {
    const { holder } = failure
    if (holder === null) return null
    return (
      <Alert className="record-note" tone="danger" role="alert" title={failure.message}>
        It belongs to {rowLink(slug, holder.id, holder.name)}.
      </Alert>
    )
  }
  // A retried create repeats its idempotency key, a retried update its version: neither is applied twice.
  return (
    <Alert
      className="record-note"
      tone="danger"
      role="alert"
      title={failure.sure ? 'Nothing was saved' : 'It is not known whether this was saved'}
    >
      {withFullStop(failure.message)} {!failure.sure && 'Saving again is safe. '}
      {failure.requestId !== '' && <span className="faint">Request {failure.requestId}</span>}
    </Alert>
  )
}
