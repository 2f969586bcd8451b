import { LinkButton } from '../../ui/controls/Button'
import { Alert } from '../../ui/overlay/Alert'
import type { AnyRow } from '../model/crudCalls'
import type { AnyStandardArea } from '../model/declaration'
import { detailPath } from '../model/paths'
import { nameOf } from '../model/reference'

interface NotEditableProps {
  readonly area: AnyStandardArea
  readonly row: AnyRow
  /** The form was open already: it keeps what was typed. */
  readonly typed?: boolean
}

/** Says that the row cannot be edited, such as a published plant request or a running rollout, and links to its page. */
export function NotEditable({ area: { slug, resource }, row, typed = false }: NotEditableProps) {
  return (
    <Alert
      tone="warning"
      role="status"
      className="record-note"
      title={`This ${resource.nouns.one} cannot be edited now`}
      actions={<LinkButton href={detailPath(slug, row.id)}>Open {nameOf(resource, row)}</LinkButton>}
    >
      Its status allows no changes.
      {typed && ' What you typed stays here until you leave: copy what you need.'}
    </Alert>
  )
}
