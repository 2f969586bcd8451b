import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { EnvironmentProvider, type SharedStore } from '../../../src/ui/environment/Environment'
import { Time } from '../../../src/ui/text/Time'
import { StoredZone, ZoneSwitch } from '../../../src/ui/controls/ZoneSwitch'
import { memoryStore, testEnvironment } from '../../support/screens/environment'

function setUp(browserStorage: SharedStore) {
  render(
    <EnvironmentProvider value={testEnvironment({ browserStorage })}>
      <StoredZone>
        <ZoneSwitch />
        <Time value="2026-07-01T22:30:00.000Z" show="absolute" />
      </StoredZone>
    </EnvironmentProvider>,
  )
}

async function choose(name: string | RegExp) {
  await userEvent.click(screen.getByRole('button', { name: 'Times' }))
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name }))
}

const local = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

describe('ZoneSwitch', () => {
  it('shows times in UTC once that is chosen, stores the choice, and switches back', async () => {
    const store = memoryStore()
    setUp(store)
    const time = screen.getByText(local.format(Date.parse('2026-07-01T22:30:00.000Z')))
    await choose('UTC')
    expect(time).toHaveTextContent('1 Jul 2026, 22:30')
    expect(time).toHaveAttribute('data-tip', '1 Jul 2026, 22:30:00 UTC')
    expect(store.get('zone')).toBe('utc')
    await choose(/^Local time/)
    expect(store.get('zone')).toBeNull()
  })

  it('shows the choice that this browser stored', async () => {
    setUp(memoryStore({ zone: 'utc' }))
    expect(screen.getByText('1 Jul 2026, 22:30')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Times' }))
    expect(screen.getByRole('menuitemcheckbox', { name: 'UTC', checked: true })).toBeVisible()
  })
})
