import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { EnvironmentProvider, type SharedStore } from '../../../src/ui/environment/Environment'
import { ThemeSwitch } from '../../../src/ui/controls/ThemeSwitch'
import { memoryStore, testEnvironment } from '../../support/screens/environment'

function setUp(browserStorage: SharedStore = memoryStore()) {
  render(
    <EnvironmentProvider value={testEnvironment({ browserStorage })}>
      <ThemeSwitch />
    </EnvironmentProvider>,
  )
  return browserStorage
}

async function choose(name: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Theme' }))
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name }))
}

afterEach(() => delete document.documentElement.dataset['theme'])

describe('ThemeSwitch', () => {
  it('follows the system until a theme is chosen', async () => {
    setUp()
    await userEvent.click(screen.getByRole('button', { name: 'Theme' }))
    expect(screen.getByRole('menuitemcheckbox', { name: 'System', checked: true })).toBeVisible()
    expect(document.documentElement).not.toHaveAttribute('data-theme')
  })

  it('applies the choice to the page and stores it', async () => {
    const store = setUp()
    await choose('Dark')
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
    expect(store.get('theme')).toBe('dark')
  })

  it('returns to the system’s theme and clears the stored choice', async () => {
    const store = setUp(memoryStore({ theme: 'dark' }))
    await choose('System')
    expect(document.documentElement).not.toHaveAttribute('data-theme')
    expect(store.get('theme')).toBeNull()
  })

  it('follows the system for an unknown value', async () => {
    setUp(memoryStore({ theme: 'sepia' }))
    await userEvent.click(screen.getByRole('button', { name: 'Theme' }))
    expect(screen.getByRole('menuitemcheckbox', { name: 'System', checked: true })).toBeVisible()
  })
})
