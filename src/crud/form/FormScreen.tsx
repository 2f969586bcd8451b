import { useState } from 'react'
import { useLoaderData, useParams, useSearchParams } from 'react-router-dom'
import { LinkButton } from '../../ui/controls/Button'
import { EmptyState } from '../../ui/layout/EmptyState'
import { PageHeader } from '../../ui/layout/PageHeader'
import { crudCalls, type AnyRow } from '../model/crudCalls'
import { offers, type AnyStandardArea } from '../model/declaration'
import { RowFailure } from '../detail/RowFailure'
import { RowLoading } from '../detail/RowLoading'
import { wholeListPath } from '../model/paths'
import { isMissing } from '../model/problems'
import { nameOf } from '../model/reference'
import { capitalized } from '../model/words'
import { NotEditable } from './NotEditable'
import { RecordForm } from './RecordForm'
import { cloneValues, initialValues, rowValues } from './values'

/** Creates, clones (`?from={id}`) or edits a row. A new row takes initial values from the query string: `?eui=…`. */
export function FormScreen({ area }: { readonly area: AnyStandardArea }) {
  const { id = null } = useParams()
  const [search] = useSearchParams()
  const from = search.get('from')
  const operation = id === null ? 'create' : 'update'
  if (!offers(area, operation)) return <NotOffered area={area} verb={`${operation}d`} />
  const source = id ?? from
  if (source === null)
    return (
      <RecordForm
        key={search.toString()}
        area={area}
        row={null}
        title={`New ${area.resource.nouns.one}`}
        start={initialValues(area, search)}
      />
    )
  return <LoadedForm key={source} area={area} id={source} clones={id === null} />
}

/** For a manually entered address: the area does not create, or does not edit, rows by a form. */
function NotOffered({ area: { slug, title, resource }, verb }: { readonly area: AnyStandardArea; readonly verb: string }) {
  const { many } = resource.nouns
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        art="magnifier"
        title={`${capitalized(many)} cannot be ${verb} here`}
        actions={<LinkButton href={wholeListPath(slug)}>All {many}</LinkButton>}
      />
    </>
  )
}

interface LoadedFormProps {
  readonly area: AnyStandardArea
  readonly id: string
  readonly clones: boolean
}

function LoadedForm({ area, id, clones }: LoadedFormProps) {
  const { data, error, isFetching, fulfilledTimeStamp, refetch } = crudCalls(area.resource).get.useQuery(id)
  // An edit starts from the version that the route's loader requested, not from the one that was cached before, whose save would be refused
  // as stale. Later changes by other users do not alter the form.
  const cachedAt: unknown = useLoaderData()
  const [row, setRow] = useState<AnyRow | null>(null)
  if (row === null && data !== undefined && fulfilledTimeStamp !== cachedAt) setRow(data)
  if (row === null && error !== undefined) return <RowFailure area={area} error={error} onRetry={refetch} busy={isFetching} />
  if (row === null) return <RowLoading />
  const name = nameOf(area.resource, row)
  if (!clones && !offers(area, 'update', row))
    return (
      <>
        <PageHeader title={name} crumbs={[{ label: area.title, href: wholeListPath(area.slug) }]} />
        <NotEditable area={area} row={row} />
      </>
    )
  return clones ? (
    <RecordForm area={area} row={null} title={`New ${area.resource.nouns.one}, like ${name}`} start={cloneValues(area, row)} />
  ) : (
    <RecordForm
      area={area}
      row={row}
      latest={data ?? row}
      isDeleted={isMissing(error)}
      onMissing={() => void refetch()}
      title={`Edit ${name}`}
      start={rowValues(area, row)}
    />
  )
}
