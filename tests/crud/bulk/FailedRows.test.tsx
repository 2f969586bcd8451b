import { render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { FailedRow } from '../../../machines/manyRowsMachine'
import { declaration } from '../../../src/areas/gateways'
import { FailedRows } from '../../../src/crud/bulk/FailedRows'

const LOST = 'It is not known whether this was done. The server cannot be reached.'

interface Report {
  readonly failed?: readonly FailedRow[]
  readonly unknown?: number
  readonly done?: number
}

function show({ failed = [], unknown = 0, done = 0 }: Report) {
  render(
    <FailedRows
      resource={declaration.resource}
      deed="deleted"
      danger
      unknown={unknown}
      isEnding={false}
      canStop={false}
      progress={null}
      failure={null}
      failed={failed}
      done={done}
      count={3}
      retry={vi.fn()}
      leave={vi.fn()}
    />,
  )
  return screen.getByRole('dialog')
}

/** As many gateways that failed for one reason; their names begin with `letter`. */
function failures(letter: string, count: number, message: string): FailedRow[] {
  return Array.from({ length: count }, (_none, nth) => {
    const name = `${letter}${nth + 1}`
    return { row: { id: name, version: 1, name }, message }
  })
}

const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('the report of failed rows', () => {
  it.each([
    [0, '0 of 3 are deleted.'],
    [1, '1 of 3 is deleted.'],
    [2, '2 of 3 are deleted.'],
  ])('counts the %d rows that are done', (done, words) => {
    expect(show({ done })).toHaveAccessibleDescription(words)
  })

  it('has one line for each reason, with its count and its first rows', () => {
    show({ failed: [...failures('A', 200, LOST), ...failures('B', 200, 'Not sent.'), ...failures('C', 1, 'It is in use')] })
    expect(lines()).toEqual([
      `200 gateways (A1, A2, A3, A4, A5 and 195 more): ${LOST}`,
      '200 gateways (B1, B2, B3, B4, B5 and 195 more): Not sent.',
      'C1: It is in use.',
    ])
  })

  it('names fifty rows, and counts those of further reasons', () => {
    show({ failed: Array.from({ length: 52 }, (_none, nth) => failures('A', 1, `Reason ${nth}`)).flat() })
    expect(lines()).toHaveLength(51)
    expect(lines().at(-1)).toBe('And 2 gateways more.')
  })

  it.each([
    [0, '3 gateways could not be deleted', '1 of 3 is deleted.'],
    [2, 'Up to 3 gateways were not deleted', 'At least 1 of 3 is deleted.'],
    [3, '3 gateways may not have been deleted', 'At least 1 of 3 is deleted.'],
  ])('says in its title what is known when the answer for %d of 3 rows was lost', (unknown, title, words) => {
    const dialog = show({ failed: failures('A', 3, LOST), unknown, done: 1 })
    expect(dialog).toHaveAccessibleName(title)
    expect(dialog).toHaveAccessibleDescription(words)
  })
})
