import { describe, expect, it } from 'vitest'
import { gateways } from '../../../src/contract/gateways'
import { listParams } from '../../../src/contract/list'
import {
  cleared,
  directionOf,
  filtered,
  isNarrowed,
  matchKey,
  readAddress,
  searched,
  sorted,
} from '../../../src/crud/list/address'

const read = (search: string) => readAddress(gateways, search).query
const written = (query: Parameters<typeof listParams>[1]) => listParams(gateways, query).toString()

describe('the list’s query', () => {
  it('begins at the first page when search, filter, sort or page size change', () => {
    const third = read('?page=3')
    expect(written(searched(third, ' roof '))).toBe('q=roof')
    expect(written(filtered(third, 'state', ['offline']))).toBe('state=offline')
    expect(written(sorted(third, 'eui'))).toBe('sort=eui')
  })

  it('reverses the order when the same header is clicked again', () => {
    const sortedOnce = sorted(read(''), 'eui')
    expect(directionOf(sortedOnce, 'eui')).toBe('ascending')
    expect(directionOf(sorted(sortedOnce, 'eui'), 'eui')).toBe('descending')
    expect(directionOf(sorted(sorted(sortedOnce, 'eui'), 'eui'), 'eui')).toBe('ascending')
    expect(directionOf(sortedOnce, 'name')).toBeNull()
  })

  it('keeps sort and page size when filters are cleared', () => {
    const query = read('?q=a&state=online&state=offline&sort=-eui&pageSize=50&page=2')
    expect(isNarrowed(query)).toBe(true)
    expect(written(cleared(query))).toBe('sort=-eui&pageSize=50')
    expect(isNarrowed(cleared(query))).toBe(false)
  })

  it('removes a filter with its last value', () => {
    expect(written(filtered(read('?state=online'), 'state', []))).toBe('')
  })

  it('reports each faulty parameter and keeps the good ones', () => {
    const { query, faults } = readAddress(gateways, '?state=asleep&q=roof&sort=colour&pageSize=5000&utm=x')
    expect(faults.map(({ parameter }) => parameter).toSorted()).toEqual(['pageSize', 'sort', 'state', 'utm'])
    expect(written(query)).toBe('q=roof')
  })

  it('matches the same rows whatever the order and the page, and others by another filter', () => {
    const key = matchKey(read('?state=online&q=a'))
    expect(matchKey(read('?q=a&state=online&page=4&sort=-name&pageSize=10'))).toBe(key)
    expect(matchKey(read('?state=online'))).not.toBe(key)
    expect(matchKey(read('?state=offline&q=a'))).not.toBe(key)
  })
})
