import { render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { ActivityEntry } from '../../../src/contract/activity'
import { Entry } from '../../../src/crud/history/Entry'
import { EnvironmentProvider } from '../../../src/ui/environment/Environment'
import { manualEnvironment } from '../../support/screens/environment'

const entry: ActivityEntry = {
  id: 1,
  at: '2026-11-20T08:15:00.000Z',
  actor: { kind: 'user', id: null, name: 'Ada' },
  action: 'updated',
  area: 'Rollout',
  rowId: '01890000-0000-7000-8000-000000000000',
  title: 'Root 2',
  rows: 1,
  requestId: null,
  changes: [],
  details: {},
  restorable: false,
}

const show = (element: ReactElement) =>
  render(<EnvironmentProvider value={manualEnvironment(0).environment}>{element}</EnvironmentProvider>)

it('says the reason that was given', () => {
  show(<Entry entry={{ ...entry, details: { reason: 'Roll back 3.12.' } }} area={undefined} time="absolute" />)
  expect(screen.getByText('Reason: Roll back 3.12.')).toBeVisible()
})

describe('an entry in its row’s own history', () => {
  it.each([
    ['updated', 'Ada changed it'],
    ['key_made', 'Ada created a new key for it'],
    ['uploaded', 'Ada uploaded its file'],
    ['snooze_ended', 'Ada ended its snooze'],
    ['went_on', 'Ada began its next group'],
    ['retried', 'Ada retried its failed updates'],
  ] as const)('of %s says “%s”', (action, words) => {
    show(<Entry entry={{ ...entry, action }} area={undefined} time="absolute" ofRow />)
    expect(screen.getByRole('paragraph')).toHaveTextContent(words)
  })
})
