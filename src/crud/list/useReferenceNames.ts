import { useCallback, useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { readOnce } from '../../api/readOnce'
import type { ListQuery } from '../../contract/list'
import { crudCalls } from '../model/crudCalls'
import type { AnyStandardArea, Filter } from '../model/declaration'
import { isMissing } from '../model/problems'
import { deletedName, nameOf, type ApiDispatch } from '../model/reference'
import { filterKind, valueWords } from './filters'

/** Names a filter's value: a word of the contract, a text, or the title of the referenced row (an ellipsis until it has loaded). */
export function useReferenceNames(area: AnyStandardArea, query: ListQuery): (filter: Filter, value: string) => string {
  const dispatch = useDispatch<ApiDispatch>()
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})

  useEffect(() => {
    let isCurrent = true
    const storeName = (id: string, name: string) => isCurrent && setNames((before) => ({ ...before, [id]: name }))
    for (const filter of area.filters) {
      const { target } = filterKind(area.resource, filter)
      if (target === undefined) continue
      for (const id of query.filter[filter.name] ?? [])
        readOnce(dispatch(crudCalls(target).getReferenced.initiate(id))).then(
          (row) => storeName(id, nameOf(target, row)),
          (error: unknown) => isMissing(error) && storeName(id, deletedName(target)),
        )
    }
    return () => {
      isCurrent = false
    }
  }, [area, query.filter, dispatch])

  return useCallback(
    (filter, value) => {
      const { target, type } = filterKind(area.resource, filter)
      if (type === 'text') return value
      return target === undefined ? valueWords(filter, value) : (names[value] ?? '…')
    },
    [area, names],
  )
}
