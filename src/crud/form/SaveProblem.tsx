import { Alert } from '../../ui/Alert'
import { Link } from '../../ui/Link'
import { detailPath } from '../paths'
import type { SaveFailure } from '../problems'

/** Why the last save was refused, above the form; what was typed stays. */
export function SaveProblem({ failure, slug }: { readonly failure: SaveFailure | null; readonly slug: string }) {
  if (failure === null || failure.kind === 'stale') return null
  if (failure.kind === 'fields') {
    const { holder } = failure
    if (holder === null) return null
    return (
      <Alert tone="danger" role="alert" title={failure.message}>
        It belongs to{' '}
        <Link className="link" href={detailPath(slug, holder.id)}>
          {holder.name}
        </Link>
        .
      </Alert>
    )
  }
  return (
    <Alert tone="danger" role="alert" title="Nothing was saved">
      {failure.message} <span className="text-ink-faint">Request {failure.requestId}</span>
    </Alert>
  )
}
