import { describe, expect, it } from 'vitest'
import type { ListQuery } from '../../src/contract/list'
import { slotsOf } from '../../src/crud/list/slots'
import type { Answer } from '../../src/crud/list/useAnswer'

const query: ListQuery = { page: 1, pageSize: 25, sort: 'name', q: '', filter: {} }

/** The slots of the last of these answers' rows; another number is another query. */
function slots(...answers: readonly (readonly [number, string])[]): string {
  let before: Answer | null = null
  for (const [page, ids] of answers) {
    const asked: ListQuery = before?.query.page === page ? before.query : { ...query, page }
    const result = Array.from(ids, (id) => ({ id, version: 1 }))
    const meta = { page, pageSize: 25, total: result.length, totalCapped: false }
    before = { query: asked, page: { result, meta }, slots: slotsOf(before, asked, result) }
  }
  return before?.slots.join('') ?? ''
}

describe('the lines that rows are shown in', () => {
  it('are those that are there, in their order, when another query is answered', () => {
    expect(slots([1, 'abc'])).toBe('012')
    expect(slots([1, 'abc'], [2, 'cba'])).toBe('012')
    expect(slots([1, 'abc'], [2, 'de'])).toBe('01')
    expect(slots([1, 'ab'], [2, 'cdef'])).toBe('0123')
  })

  it('go with their rows as long as the query stays', () => {
    expect(slots([1, 'abc'], [1, 'cab'])).toBe('201')
    expect(slots([1, 'abc'], [1, 'xabc'])).toBe('3012')
    expect(slots([1, 'abc'], [1, 'bc'])).toBe('12')
    expect(slots([1, 'abc'], [1, 'xbc'])).toBe('012')
    expect(slots([1, 'abc'], [1, 'xbc'], [2, 'abc'])).toBe('012')
  })

  it('are never two rows’ at once', () => {
    expect(slots([1, 'abc'], [1, 'ca'], [1, 'dcbae'])).toBe('32405')
  })
})
