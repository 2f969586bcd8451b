import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { RunStep } from '../../../src/crud/import/RunStep'
import type { StepProps } from '../../../src/crud/import/step'

it('no longer says that rows are on their way once the run has halted', () => {
  const context = { rows: Array.from({ length: 2 }), tally: { at: 1 }, failure: 'The server cannot be reached.' }
  const snapshot = { context, matches: (state: unknown) => state === 'importing' }
  const props = { snapshot, send: vi.fn() } as unknown as StepProps
  render(<RunStep {...props} />)
  const words = 'The server cannot be reached. 1 of 2 rows done; Retry continues from there, and no row is imported twice.'
  expect(screen.getByRole('alert')).toHaveTextContent(words)
  expect(screen.queryByRole('status')).toBeNull()
})

it.each([
  [1, '0 of 1 row checked'],
  [2, '0 of 2 rows checked'],
])('counts %d rows in the dry run', (total, words) => {
  const context = { rows: Array.from({ length: total }), tally: { at: 0 }, failure: null }
  const snapshot = { context, matches: (state: unknown) => state === 'checking' }
  const props = { snapshot, send: vi.fn() } as unknown as StepProps
  render(<RunStep {...props} />)
  expect(screen.getByText(words)).toBeVisible()
})
