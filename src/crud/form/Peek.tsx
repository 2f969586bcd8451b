import type { ComponentType } from 'react'
import { Alert } from '../../ui/overlay/Alert'
import { RetryAlert } from '../../ui/overlay/RetryAlert'
import { CopyText } from '../../ui/text/CopyText'
import { Link } from '../../ui/controls/Link'
import { SkeletonRows } from '../../ui/layout/Skeleton'
import { crudCalls, type AnyRow } from '../model/crudCalls'
import type { AnyResource, AnyStandardArea } from '../model/declaration'
import { RowFacts } from '../detail/RowSections'
import { detailPath } from '../model/paths'
import { isMissing, sentenceOf } from '../model/problems'
import { nameOf } from '../model/reference'
import './peek.css'

/** Number of facts in a peek. */
const FACTS_SHOWN = 6

/** A component that summarises a resource's rows; without an area for the resource, it shows title and id. */
export function peekOf(target: AnyResource, area: AnyStandardArea | null): ComponentType<{ readonly id: string }> {
  return function Peek({ id }) {
    return (
      <div className="peek">
        <Content target={target} area={area} id={id} />
      </div>
    )
  }
}

interface ContentProps {
  readonly target: AnyResource
  readonly area: AnyStandardArea | null
  readonly id: string
}

function Content({ target, area, id }: ContentProps) {
  const { currentData: row, error, isFetching, refetch } = crudCalls(target).getReferenced.useQuery(id)
  if (isMissing(error))
    return (
      <Alert role="status" tone="warning">
        This {target.nouns.one} has been deleted.
      </Alert>
    )
  if (row !== undefined) return <Glance target={target} area={area} row={row} />
  if (error === undefined) return <SkeletonRows rows={3} columns={2} />
  return (
    <RetryAlert danger busy={isFetching} onRetry={() => void refetch()}>
      {sentenceOf(error)}
    </RetryAlert>
  )
}

interface GlanceProps extends Omit<ContentProps, 'id'> {
  readonly row: AnyRow
}

function Glance({ target, area, row }: GlanceProps) {
  return (
    <>
      <p className="peek-title">
        {nameOf(target, row)} {area?.State !== undefined && <area.State row={row} />}
      </p>
      {area?.Summary !== undefined && (
        <p className="peek-summary">
          <area.Summary row={row} />
        </p>
      )}
      {area !== null && <RowFacts area={area} row={row} items={area.sections[0]?.items.slice(0, FACTS_SHOWN) ?? []} />}
      <p className="peek-id">
        <CopyText text={row.id} label="Id" />
      </p>
      {area !== null && (
        <p>
          <Link external className="link" href={detailPath(area.slug, row.id)}>
            Open this {target.nouns.one}
          </Link>
        </p>
      )}
    </>
  )
}
