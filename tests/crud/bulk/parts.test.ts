import { describe, expect, it } from 'vitest'
import { partsAgain, rowsIn } from '../../../src/crud/bulk/parts'

const ids = (count: number, name: string) => Array.from({ length: count }, (_none, at) => `${name} ${at}`)
const failed = (...groups: readonly (readonly string[])[]) => groups.flat().map((id) => ({ row: { id } }))

describe('the calls of a retry', () => {
  const [answered, lost, unsent] = [ids(200, 'answered'), ids(200, 'lost'), ids(50, 'unsent')]

  it('repeat those without an answer as they were, so that each keeps its idempotency key, before the refused rows', () => {
    const refused = ['answered 3', 'answered 7']
    const parts = [{ ids: answered }, { ids: lost }, { ids: unsent }]
    expect(partsAgain({ parts, at: 1, failed: failed(refused, lost, unsent) })).toEqual([
      { ids: lost },
      { ids: unsent },
      { ids: refused },
    ])
  })

  it('divide the refused rows alone once all calls are answered', () => {
    expect(partsAgain({ parts: [{ ids: answered }], at: 1, failed: failed(answered, unsent) })).toEqual([
      { ids: answered },
      { ids: unsent },
    ])
  })

  it('are the same once more when the first of them has no answer either', () => {
    const parts = [{ ids: lost }, { ids: ['answered 3'] }]
    expect(partsAgain({ parts, at: 0, failed: failed(['answered 3'], lost) })).toEqual(parts)
  })
})

describe('the rows of calls', () => {
  it('are counted by the calls, which differ in size after a retry; those of a filter are not known', () => {
    expect(rowsIn([{ ids: ids(50, 'unsent') }, { ids: ids(200, 'refused') }])).toHaveLength(250)
    expect(rowsIn([{ filter: {}, expectedCount: 9 }])).toEqual([])
  })
})
