import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Form, SubmitButton } from '../../../src/ui/form/Form'
import { useFormState } from '../../../src/ui/form/formState'
import { MomentField } from '../../../src/ui/form/MomentField'
import { ZoneProvider } from '../../../src/ui/text/Time'

const startAt = '2026-11-20T08:15:30.000Z'

function DirtyNote() {
  return <output>{useFormState().dirty ? 'unsaved' : 'clean'}</output>
}

function setUp() {
  const onSubmit = vi.fn()
  const form = (zone: 'local' | 'utc') => (
    <ZoneProvider value={zone}>
      <Form initialValues={{ startAt }} onSubmit={(values) => onSubmit(values)}>
        <MomentField name="startAt" label="Start" />
        <SubmitButton>Save</SubmitButton>
        <DirtyNote />
      </Form>
    </ZoneProvider>
  )
  const { rerender } = render(form('local'))
  return {
    user: userEvent.setup(),
    onSubmit,
    input: screen.getByLabelText<HTMLInputElement>(/^Start/),
    showUtc: () => rerender(form('utc')),
  }
}

describe('the field of a moment', () => {
  it('leaves a stored moment as it is until it is changed', async () => {
    const { user, onSubmit } = setUp()
    expect(screen.getByText('clean')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ startAt }))
  })

  it('keeps the typed minutes while the year is typed, and shows the moment in another zone', async () => {
    vi.stubEnv('TZ', 'Europe/Zurich')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { user, onSubmit, input, showUtc } = setUp()
    for (const year of ['0002', '0020', '0202', '2027']) {
      fireEvent.change(input, { target: { value: `${year}-11-20T10:00` } })
      expect(input).toHaveValue(`${year}-11-20T10:00`)
    }
    showUtc()
    expect(input).toHaveValue('2027-11-20T09:00')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ startAt: '2027-11-20T09:00:00.000Z' }))
  })

  it('refuses a date without a time, which the input reports as empty', async () => {
    const { user, onSubmit, input } = setUp()
    fireEvent.change(input, { target: { value: '' } })
    const complete = input.validity
    Object.defineProperty(input, 'validity', { configurable: true, value: { badInput: true } })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(input).toHaveAccessibleDescription('Enter date and time'))
    expect(input).toHaveFocus()
    expect(onSubmit).not.toHaveBeenCalled()

    Object.defineProperty(input, 'validity', { value: complete })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ startAt: null }))
  })
})
