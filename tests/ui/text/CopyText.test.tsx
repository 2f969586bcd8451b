import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { EnvironmentProvider } from '../../../src/ui/environment/Environment'
import { CopyText } from '../../../src/ui/text/CopyText'
import { testEnvironment } from '../../support/screens/environment'

function setUp() {
  const user = userEvent.setup()
  render(
    <EnvironmentProvider value={testEnvironment()}>
      <CopyText text="iris@example.com" label="email" />
    </EnvironmentProvider>,
  )
  return { press: () => user.click(screen.getByRole('button', { name: 'Copy email' })) }
}

describe('CopyText', () => {
  it('copies its text, and says so', async () => {
    const { press } = setUp()
    await press()
    expect(await screen.findByRole('button', { name: 'email copied' })).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe('iris@example.com')
  })

  it('selects its text when the browser refuses to copy it', async () => {
    const { press } = setUp()
    const refused = vi
      .spyOn(navigator.clipboard, 'writeText')
      .mockRejectedValue(new DOMException('Not allowed', 'NotAllowedError'))
    onTestFinished(() => refused.mockRestore())
    await press()
    await vi.waitFor(() => expect(String(getSelection())).toBe('iris@example.com'))
    expect(screen.getByRole('button', { name: 'Copy email' })).toBeVisible()
  })
})
