import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ComboboxInput } from '../../../src/ui/controls/Combobox'
import type { ComboboxOption } from '../../../src/ui/controls/useSearch'
import { EnvironmentProvider } from '../../../src/ui/environment/Environment'
import { FieldShell } from '../../../src/ui/form/Field'
import { Form, SubmitButton } from '../../../src/ui/form/Form'
import { testEnvironment } from '../../support/screens/environment'

const hardwares: readonly ComboboxOption[] = [
  { id: 'a', label: 'Kerlink iFemtoCell', secondary: 'rev 1' },
  { id: 'b', label: 'Milesight UG65', secondary: 'rev 2' },
  { id: 'c', label: 'Dragino LPS8N', disabled: 'End of life' },
]

function find(query: string): Promise<readonly ComboboxOption[]> {
  return Promise.resolve(hardwares.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase())))
}

function HardwareField({ search, initial }: { readonly search: typeof find; readonly initial: ComboboxOption | null }) {
  const [picked, setPicked] = useState(initial)
  return (
    <FieldShell name="hardwareId" label="Hardware">
      {(control, { setValue }) => (
        <ComboboxInput
          control={control}
          search={search}
          value={picked}
          placeholder="Search hardwares…"
          onPick={(option) => {
            setPicked(option)
            setValue(option?.id ?? null)
          }}
        />
      )}
    </FieldShell>
  )
}

function setUp(options: { value?: string | null; initial?: ComboboxOption; search?: typeof find } = {}) {
  const onSubmit = vi.fn()
  render(
    <EnvironmentProvider value={testEnvironment()}>
      <Form initialValues={{ hardwareId: options.value ?? null }} onSubmit={(values) => onSubmit(values)}>
        <HardwareField search={options.search ?? find} initial={options.initial ?? null} />
        <SubmitButton>Save</SubmitButton>
      </Form>
    </EnvironmentProvider>,
  )
  return { user: userEvent.setup(), onSubmit, input: screen.getByRole('combobox', { name: 'Hardware' }) }
}

describe('the combobox', () => {
  it('shows its value again when its text is deleted and it is left', async () => {
    const { user, input, onSubmit } = setUp({ value: 'b', initial: { id: 'b', label: 'Milesight UG65' } })
    await user.tab()
    await user.keyboard('{Backspace}')
    expect(input).toHaveValue('')
    expect(await screen.findByRole('option', { name: /Kerlink/ })).toBeVisible()
    await user.tab()
    expect(input).toHaveValue('Milesight UG65')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(onSubmit).toHaveBeenCalledWith({ hardwareId: 'b' })
  })

  it('marks the picked option when the list opens', async () => {
    const { user, input } = setUp({ value: 'b', initial: { id: 'b', label: 'Milesight UG65' } })
    expect(input).toHaveValue('Milesight UG65')
    await user.click(input)
    expect(await screen.findByRole('option', { name: /Milesight/, selected: true })).toBeVisible()
    expect(screen.getByRole('option', { name: /Kerlink/ })).toHaveAttribute('aria-selected', 'false')
  })

  it('submits the id when an option is picked by keys', async () => {
    const { user, input, onSubmit } = setUp()
    await user.click(input)
    await screen.findByRole('option', { name: /Kerlink/ })
    expect(input).not.toHaveAttribute('aria-activedescendant')
    await user.keyboard('{ArrowDown}')
    expect(input).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { name: /Kerlink/ }).id)
    await user.keyboard('{ArrowDown}{Enter}')
    expect(input).toHaveValue('Milesight UG65')
    expect(input).toHaveFocus()
    expect(screen.queryByRole('option')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(onSubmit).toHaveBeenCalledWith({ hardwareId: 'b' })
  })

  it('neither picks nor submits on Enter while no option is highlighted', async () => {
    const { user, input, onSubmit } = setUp()
    await user.type(input, 'mile')
    await screen.findByRole('option', { name: /Milesight/ })
    await user.keyboard('{Enter}')
    expect(input).toHaveValue('mile')
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('finds on typing and picks on a click', async () => {
    const { user, input } = setUp()
    await user.type(input, 'mile')
    await vi.waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await user.click(screen.getByRole('option', { name: /Milesight/ }))
    expect(input).toHaveValue('Milesight UG65')
  })

  it('says so when nothing matches', async () => {
    const { user, input } = setUp()
    await user.type(input, 'zzz')
    expect(await screen.findByText('No match')).toBeVisible()
  })

  it('says so when the search fails', async () => {
    const { user, input } = setUp({ search: () => Promise.reject(new Error('offline')) })
    await user.click(input)
    expect(await screen.findByText('Could not search. Type to try again.')).toBeVisible()
  })

  it('keeps its value when it is left or Escape is pressed', async () => {
    const { user, input } = setUp({ value: 'a', initial: { id: 'a', label: 'Kerlink iFemtoCell' } })
    await user.clear(input)
    await user.type(input, 'mile')
    await user.keyboard('{Escape}')
    expect(input).toHaveValue('Kerlink iFemtoCell')
    await user.type(input, 'x')
    await user.tab()
    expect(input).toHaveValue('Kerlink iFemtoCell')
    expect(input).toHaveAttribute('aria-expanded', 'false')
  })

  it('empties the value when cleared', async () => {
    const { user, input, onSubmit } = setUp({ value: 'a', initial: { id: 'a', label: 'Kerlink iFemtoCell' } })
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(input).toHaveValue('')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(onSubmit).toHaveBeenCalledWith({ hardwareId: null })
  })

  it('does not pick a disabled option, which shows its reason', async () => {
    const { user, input } = setUp()
    await user.click(input)
    await user.click(await screen.findByRole('option', { name: /Dragino.*End of life/ }))
    expect(input).toHaveValue('')
    expect(screen.getByRole('option', { name: /Dragino/ })).toHaveAttribute('aria-disabled', 'true')
  })

  it('shows the newest answer when an older search answers late', async () => {
    const answers = new Map<string, (found: readonly ComboboxOption[]) => void>()
    const { user, input } = setUp({ search: (query) => new Promise((resolve) => answers.set(query, resolve)) })
    await user.click(input)
    await vi.waitFor(() => expect(answers.has('')).toBe(true))
    await user.type(input, 'mile')
    await vi.waitFor(() => expect(answers.has('mile')).toBe(true))
    answers.get('mile')?.(hardwares.slice(1, 2))
    expect(await screen.findByRole('option', { name: /Milesight/ })).toBeVisible()
    await act(async () => answers.get('')?.(hardwares))
    expect(screen.getAllByRole('option')).toHaveLength(1)
  })
})
