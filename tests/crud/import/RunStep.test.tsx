import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { RunStep } from '../../../src/crud/import/RunStep'
import type { StepProps } from '../../../src/crud/import/step'

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
