import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { declaration } from '../../../src/areas/gateways'
import { FailedRows } from '../../../src/crud/bulk/FailedRows'

it.each([
  [0, '0 of 3 are deleted.'],
  [1, '1 of 3 is deleted.'],
  [2, '2 of 3 are deleted.'],
])('counts the %d rows that are done', (doneCount, words) => {
  render(
    <FailedRows
      resource={declaration.resource}
      deed="deleted"
      danger
      unknownCount={0}
      busy={false}
      canStop={false}
      progress={null}
      error={null}
      failed={[]}
      doneCount={doneCount}
      requestedCount={3}
      onRetry={vi.fn()}
      onClose={vi.fn()}
    />,
  )
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(words)
})
