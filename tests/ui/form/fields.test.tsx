import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { CheckboxField } from '../../../src/ui/form/CheckboxField'
import { Form, SubmitButton } from '../../../src/ui/form/Form'
import { NumberField } from '../../../src/ui/form/NumberField'
import { PasswordField } from '../../../src/ui/form/PasswordField'
import { SelectField } from '../../../src/ui/form/SelectField'
import { TagsField } from '../../../src/ui/form/TagsField'
import { TextAreaField } from '../../../src/ui/form/TextAreaField'
import { TextField } from '../../../src/ui/form/TextField'
import { ZoneField } from '../../../src/ui/form/ZoneField'

function setUp(value: unknown, field: ReactNode, error?: string) {
  const onSubmit = vi.fn()
  render(
    <Form
      initialValues={{ it: value }}
      validate={() => (error === undefined ? {} : { it: error })}
      onSubmit={({ it: submitted }) => onSubmit(submitted)}
    >
      {field}
      <SubmitButton>Save</SubmitButton>
    </Form>,
  )
  const user = userEvent.setup()
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }))
  return { user, onSubmit, save }
}

describe('NumberField', () => {
  it.each([
    ['60', 60],
    ['-5.5', -5.5],
    // As the console shows it.
    ['−5.5', -5.5],
    ['1,5', 1.5],
    ['0,125', 0.125],
    // Twelve hundred, or one and a fifth.
    ['1,200', '1,200'],
    ['-12,400', '-12,400'],
    [' 7 ', 7],
    ['.5', 0.5],
    ['1e3', '1e3'],
    ['12 apples', '12 apples'],
    ['0x10', '0x10'],
    ['--1', '--1'],
  ])('takes %j as %j', async (typed, value) => {
    const { user, onSubmit, save } = setUp(null, <NumberField name="it" label="Interval" />)
    await user.type(screen.getByLabelText('Interval'), typed)
    expect(screen.getByLabelText('Interval')).toHaveValue(typed)
    await save()
    expect(onSubmit).toHaveBeenCalledWith(value)
  })

  it('is null when empty', async () => {
    const { user, onSubmit, save } = setUp(60, <NumberField name="it" label="Interval" />)
    await user.clear(screen.getByLabelText('Interval'))
    await save()
    expect(onSubmit).toHaveBeenCalledWith(null)
  })

  it('keeps a decimal point that is still being typed', async () => {
    const { user } = setUp(null, <NumberField name="it" label="Interval" />)
    await user.type(screen.getByLabelText('Interval'), '1.')
    expect(screen.getByLabelText('Interval')).toHaveValue('1.')
  })

  it('steps by one when arrows are pressed', async () => {
    const { user, onSubmit, save } = setUp(0.2, <NumberField name="it" label="Interval" />)
    await user.type(screen.getByLabelText('Interval'), '{ArrowUp}')
    expect(screen.getByLabelText('Interval')).toHaveValue('1.2')
    await user.type(screen.getByLabelText('Interval'), '{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}')
    await save()
    expect(onSubmit).toHaveBeenCalledWith(-2.8)
  })

  it('gives a screen reader its unit and its warning', () => {
    setUp(60, <NumberField name="it" label="Interval" unit="s" hint="Between readings" warning="Empties batteries" />)
    expect(screen.getByLabelText('Interval')).toHaveAccessibleDescription('Empties batteries Between readings s')
  })
})

describe('SelectField', () => {
  const options = [
    { value: 'stable', label: 'Stable' },
    { value: 'beta', label: 'Beta' },
  ]

  it('submits the value of the choice, and null for the empty one', async () => {
    const { user, onSubmit, save } = setUp(null, <SelectField name="it" label="Channel" placeholder="None" options={options} />)
    await user.selectOptions(screen.getByLabelText('Channel'), 'Beta')
    await save()
    expect(onSubmit).toHaveBeenLastCalledWith('beta')
    await user.selectOptions(screen.getByLabelText('Channel'), 'None')
    await save()
    expect(onSubmit).toHaveBeenLastCalledWith(null)
  })

  it('offers no empty choice in a required field with a value', () => {
    setUp('beta', <SelectField name="it" label="Channel" options={options} />)
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Stable', 'Beta'])
  })

  it('shows its error when the submit is refused', async () => {
    const { save } = setUp(null, <SelectField name="it" label="Channel" options={options} />, 'Channel is required')
    await save()
    await waitFor(() => expect(screen.getByLabelText('Channel')).toHaveFocus())
    expect(screen.getByLabelText('Channel')).toHaveAccessibleDescription('Channel is required')
  })
})

describe('TagsField', () => {
  it('adds on Enter, comma and blur, never twice, and removes by button and Backspace', async () => {
    const { user, onSubmit, save } = setUp(['north'], <TagsField name="it" label="Tags" />)
    const input = screen.getByLabelText('Tags')
    await user.type(input, 'fern{Enter}pool,north,')
    await user.type(input, 'last')
    await user.tab()
    expect(screen.getByText('last')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Remove north' }))
    await user.type(input, '{Backspace}')
    await save()
    expect(onSubmit).toHaveBeenCalledWith(['fern', 'pool'])
  })

  it('splits a pasted list', async () => {
    const { user, onSubmit, save } = setUp([], <TagsField name="it" label="Tags" />)
    await user.click(screen.getByLabelText('Tags'))
    await user.paste('a, b ,, a')
    await save()
    expect(onSubmit).toHaveBeenCalledWith(['a', 'b'])
  })

  it.each([
    ['lines and signs', 'anna+x@example.com; bob@example.org\ncarl@example.info, bob@example.org'],
    ['names', '"Fern, Anna" <anna+x@example.com>; Blau, Bob <bob@example.org>\n\'Carl\' <carl@example.info>'],
  ])('takes the addresses out of a pasted list with %s', async (_what, pasted) => {
    const { user, onSubmit, save } = setUp([], <TagsField name="it" label="Recipients" addresses />)
    await user.click(screen.getByLabelText('Recipients'))
    await user.paste(pasted)
    await save()
    expect(onSubmit).toHaveBeenCalledWith(['anna+x@example.com', 'bob@example.org', 'carl@example.info'])
  })

  it('puts a pasted list in the place of the selected text, and keeps the rest of what was typed', async () => {
    const { user, onSubmit, save } = setUp([], <TagsField name="it" label="Recipients" addresses />)
    const input = screen.getByLabelText<HTMLInputElement>('Recipients')
    await user.type(input, 'bob wrong@')
    input.setSelectionRange(4, 10)
    await user.paste('Anna <anna@example.com>; carl')
    await save()
    expect(onSubmit).toHaveBeenCalledWith(['bob', 'anna@example.com', 'carl'])
  })

  it('keeps what is no address, so that the form can name it', async () => {
    const { user, onSubmit, save } = setUp([], <TagsField name="it" label="Recipients" addresses />)
    await user.type(screen.getByLabelText('Recipients'), 'anna@example.com bob;')
    await save()
    expect(onSubmit).toHaveBeenCalledWith(['anna@example.com', 'bob'])
  })

  it('ignores Enter while an input method composes a word', async () => {
    const { user } = setUp([], <TagsField name="it" label="Tags" />)
    const input = screen.getByLabelText('Tags')
    await user.type(input, 'しだ')
    fireEvent.keyDown(input, { key: 'Enter', isComposing: true })
    expect(input).toHaveValue('しだ')
    await user.type(input, '{Enter}')
    expect(screen.getByRole('button', { name: 'Remove しだ' })).toBeVisible()
  })

  it('does not submit the form when Enter adds a tag', async () => {
    const { user, onSubmit } = setUp([], <TagsField name="it" label="Tags" />)
    await user.type(screen.getByLabelText('Tags'), 'fern{Enter}')
    expect(onSubmit).not.toHaveBeenCalled()
  })
})

describe('PasswordField', () => {
  it('shows its characters while the eye is pressed', async () => {
    const { user } = setUp('secret', <PasswordField name="it" label="Password" autoComplete="current-password" />)
    const input = screen.getByLabelText('Password')
    expect(input).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show characters', pressed: false }))
    expect(input).toHaveAttribute('type', 'text')
    await user.click(screen.getByRole('button', { name: 'Show characters', pressed: true }))
    expect(input).toHaveAttribute('type', 'password')
  })
})

describe('CheckboxField', () => {
  it('submits whether it is checked', async () => {
    const { user, onSubmit, save } = setUp(true, <CheckboxField name="it" label="Remember me" look="switch" />)
    expect(screen.getByRole('checkbox', { name: 'Remember me' })).toBeChecked()
    await user.click(screen.getByText('Remember me'))
    await save()
    expect(onSubmit).toHaveBeenCalledWith(false)
  })
})

describe('TextField', () => {
  it('is marked as required without changing its name', () => {
    setUp('', <TextField name="it" label="Name" required />)
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeRequired()
  })

  it('keeps identifiers from being corrected', () => {
    setUp('', <TextField name="it" label="EUI" mono />)
    expect(screen.getByLabelText('EUI')).toHaveAttribute('spellcheck', 'false')
  })
})

describe('ZoneField', () => {
  it('suggests the names of time zones', async () => {
    const { user, onSubmit, save } = setUp('', <ZoneField name="it" label="Time zone" />)
    const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' })
    expect(Array.from(input.list?.options ?? [], ({ value }) => value)).toContain('Europe/Zurich')
    await user.type(input, 'Asia/Tokyo')
    await save()
    expect(onSubmit).toHaveBeenCalledWith('Asia/Tokyo')
  })
})

describe('TextAreaField', () => {
  it('submits several lines', async () => {
    const { user, onSubmit, save } = setUp('', <TextAreaField name="it" label="Description" />)
    await user.type(screen.getByLabelText('Description'), 'one{Enter}two')
    await save()
    expect(onSubmit).toHaveBeenCalledWith('one\ntwo')
  })
})

describe('useFieldState', () => {
  it('shows the first sentence when a list has errors inside', async () => {
    const onSubmit = vi.fn()
    render(
      <Form initialValues={{ tags: ['', 'b'] }} validate={() => ({ 'tags.1': 'Tag is too long' })} onSubmit={onSubmit}>
        <TagsField name="tags" label="Tags" />
        <SubmitButton>Save</SubmitButton>
      </Form>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Tag is too long')).toBeVisible()
    expect(onSubmit).not.toHaveBeenCalled()
  })
})
