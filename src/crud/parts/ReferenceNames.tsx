import { Fragment } from 'react'
import type { AnyResource } from '../model/declaration'
import { useReferenceName } from '../model/reference'

interface ReferenceNamesProps {
  readonly target: AnyResource
  readonly ids: readonly string[]
}

/** The titles of rows known only by their ids. */
export function ReferenceNames({ target, ids }: ReferenceNamesProps) {
  return ids.map((id, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      <ReferenceName target={target} id={id} />
    </Fragment>
  ))
}

function ReferenceName({ target, id }: { readonly target: AnyResource; readonly id: string }) {
  return <span>{useReferenceName(target, id)}</span>
}

/** The ids in the value of a field that refers to one row or to several. */
export function idsIn(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string')
}
