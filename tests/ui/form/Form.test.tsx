import { setImmediate } from 'node:timers/promises'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { object, ref, string } from 'yup'
import { Button } from '../../../src/ui/controls/Button'
import { CheckboxField } from '../../../src/ui/form/CheckboxField'
import { Form, SubmitButton, type FormProps } from '../../../src/ui/form/Form'
import { useFormState } from '../../../src/ui/form/formState'
import { PasswordField } from '../../../src/ui/form/PasswordField'
import { TextField } from '../../../src/ui/form/TextField'
import { signal } from '../../support/signal'

const schema = object({
  email: string().required('Email is required').matches(/@/, 'Email must be a valid email address'),
  password: string().required('Password is required'),
  repeated: string().oneOf([ref('password')], 'Password & Confirm Password does not match'),
})

const blank = { email: '', password: '', repeated: '', remember: true }
type Values = typeof blank

function DirtyNote() {
  return <output>{useFormState().dirty ? 'unsaved' : 'clean'}</output>
}

function setUp(props: Partial<FormProps<Values>> = {}) {
  const onSubmit = vi.fn()
  const view = render(
    <Form initialValues={blank} schema={schema} onSubmit={onSubmit} {...props}>
      <TextField name="email" label="Email" type="email" required hint="Never shown to others" />
      <PasswordField name="password" label="Password" autoComplete="new-password" />
      <PasswordField name="repeated" label="Confirm password" autoComplete="new-password" />
      <CheckboxField name="remember" label="Remember me" look="switch" />
      <SubmitButton>Save</SubmitButton>
      <DirtyNote />
    </Form>,
  )
  return {
    user: userEvent.setup(),
    onSubmit,
    view,
    email: screen.getByLabelText('Email'),
    save: screen.getByRole('button', { name: 'Save' }),
  }
}

describe('Form', () => {
  it('shows no error when a field is left empty before any submit', async () => {
    const { user, email } = setUp()
    await user.click(email)
    await user.type(email, 'x')
    await user.clear(email)
    await user.tab()
    expect(email).not.toHaveAttribute('aria-invalid')
    expect(screen.queryByText('Email is required')).not.toBeInTheDocument()
  })

  it('shows every error and focuses the first wrong field when a submit fails', async () => {
    const { user, email, onSubmit, save } = setUp()
    await user.click(save)
    expect(await screen.findByText('Email is required')).toBeVisible()
    expect(screen.getByText('Password is required')).toBeVisible()
    await waitFor(() => expect(email).toHaveFocus())
    expect(email).toHaveAttribute('aria-invalid', 'true')
    expect(email).toHaveAccessibleDescription('Email is required Never shown to others')
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('removes an error when its field becomes valid after an attempt', async () => {
    const { user, email, save } = setUp()
    await user.click(save)
    await screen.findByText('Email is required')
    await user.type(email, 'a')
    expect(await screen.findByText('Email must be a valid email address')).toBeVisible()
    await user.type(email, '@b.co')
    await waitFor(() => expect(email).not.toHaveAttribute('aria-invalid'))
    expect(email).toHaveFocus()
  })

  it('compares fields when the schema refers from one to the other', async () => {
    const { user, email, save } = setUp()
    await user.type(email, 'a@b.co')
    await user.type(screen.getByLabelText('Password'), 'secret1')
    await user.type(screen.getByLabelText('Confirm password'), 'secret2')
    await user.click(save)
    expect(await screen.findByText('Password & Confirm Password does not match')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Confirm password')).toHaveFocus())
  })

  it('submits valid values, and is busy until they are accepted', async () => {
    let taken: () => void = () => undefined
    const onSubmit = vi.fn(() => new Promise<void>((resolve) => (taken = resolve)))
    const { user, email, save } = setUp({ onSubmit })
    await user.type(email, 'a@b.co')
    await user.type(screen.getByLabelText('Password'), 'secret1')
    await user.type(screen.getByLabelText('Confirm password'), 'secret1')
    await user.click(screen.getByRole('checkbox', { name: 'Remember me' }))
    await user.keyboard('{Tab}{Enter}')
    await waitFor(() => expect(save).toHaveAttribute('aria-busy', 'true'))
    await user.click(save)
    await user.type(email, '{Enter}')
    expect(onSubmit).toHaveBeenCalledTimes(1)
    expect(onSubmit).toHaveBeenCalledWith(
      { email: 'a@b.co', password: 'secret1', repeated: 'secret1', remember: false },
      expect.anything(),
    )
    taken()
    await waitFor(() => expect(save).not.toHaveAttribute('aria-busy'))
  })

  it('keeps what is typed during a submit that then resets it', async () => {
    const taken = signal()
    const onSubmit: FormProps<Values>['onSubmit'] = async (_values, { reset }) => {
      await taken.given
      reset()
    }
    const { user, email, save } = setUp({ onSubmit, schema: undefined })
    await user.type(email, 'a@b.co')
    await user.type(screen.getByLabelText('Password'), 'secret1')
    await user.click(save)
    await waitFor(() => expect(save).toHaveAttribute('aria-busy', 'true'))
    await user.clear(email)
    await user.type(email, 'c@d.co')
    taken.give()
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveValue(''))
    expect(email).toHaveValue('c@d.co')
    expect(screen.getByText('unsaved')).toBeVisible()
  })

  it("puts the server's sentence on its field and keeps what was typed when it refuses", async () => {
    const onSubmit: FormProps<Values>['onSubmit'] = (_values, { setFieldErrors }) =>
      setFieldErrors({ email: 'Somebody has this email already' })
    const { user, email, save } = setUp({ onSubmit, schema: undefined })
    await user.type(email, 'a@b.co')
    await user.click(save)
    expect(await screen.findByText('Somebody has this email already')).toBeVisible()
    expect(email).toHaveValue('a@b.co')
    await waitFor(() => expect(email).toHaveFocus())
    await user.type(screen.getByLabelText('Password'), 'x')
    expect(screen.getByText('Somebody has this email already')).toBeVisible()
    await user.type(email, 'm')
    expect(screen.queryByText('Somebody has this email already')).not.toBeInTheDocument()
  })

  it('shows a refusal that arrives later from outside', async () => {
    function Late() {
      const [refused, setRefused] = useState<Record<string, string> | null>(null)
      return (
        <>
          <Form initialValues={{ email: 'a@b.co' }} refused={refused} onSubmit={() => undefined}>
            <TextField name="email" label="Email" />
          </Form>
          <button type="button" onClick={() => setRefused({ email: 'Email is taken' })}>
            arrive
          </button>
        </>
      )
    }
    render(<Late />)
    await userEvent.click(screen.getByRole('button', { name: 'arrive' }))
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email is taken')
    expect(screen.getByLabelText('Email')).toHaveFocus()
  })

  it('is busy while a save outside runs, and focuses a refused field only once the answer refuses it', async () => {
    const onSubmit = vi.fn()
    function Saving() {
      const [busy, setBusy] = useState(false)
      const [refused, setRefused] = useState<Record<string, string> | null>(null)
      const answer = (errors: Record<string, string> | null) => {
        setBusy(false)
        setRefused(errors)
      }
      const save = () => {
        onSubmit()
        setBusy(true)
      }
      return (
        <>
          <Form label="Save" initialValues={{ email: 'a@b.co' }} busy={busy} refused={refused} onSubmit={save}>
            <TextField name="email" label="Email" />
            <SubmitButton>Save</SubmitButton>
          </Form>
          <Button onClick={() => answer({ email: 'Email is taken' })}>refuse</Button>
          <Button onClick={() => answer(null)}>accept</Button>
        </>
      )
    }
    render(<Saving />)
    const [email, save] = [screen.getByLabelText('Email'), screen.getByRole('button', { name: 'Save' })]
    await userEvent.click(save)
    await userEvent.click(screen.getByRole('button', { name: 'refuse' }))
    expect(email).toHaveFocus()

    await userEvent.click(save)
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2))
    expect(email).toBeInvalid()
    expect(save).toHaveFocus()
    expect(save).toHaveAttribute('aria-busy', 'true')
    screen.getByRole<HTMLFormElement>('form', { name: 'Save' }).requestSubmit()
    await setImmediate()
    expect(onSubmit).toHaveBeenCalledTimes(2)
    await userEvent.click(screen.getByRole('button', { name: 'refuse' }))
    expect(email).toHaveFocus()

    await userEvent.click(save)
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(3))
    await userEvent.click(screen.getByRole('button', { name: 'accept' }))
    expect(screen.getByRole('button', { name: 'accept' })).toHaveFocus()
    expect(save).not.toHaveAttribute('aria-busy')
  })

  it('loads the schema only when it is submitted', async () => {
    const load = vi.fn(() => Promise.resolve(schema))
    const { user, email, save } = setUp({ schema: load })
    await user.type(email, 'a')
    expect(load).not.toHaveBeenCalled()
    await user.click(save)
    expect(await screen.findByText('Email must be a valid email address')).toBeVisible()
  })

  it('reports that the schema cannot be loaded and submits nothing, and submits once it can', async () => {
    const load = vi.fn(() => Promise.resolve(schema))
    const { user, email, onSubmit, save } = setUp({ schema: load })
    await user.type(email, 'a@b.co')
    await user.type(screen.getByLabelText('Password'), 'secret1')
    await user.type(screen.getByLabelText('Confirm password'), 'secret1')
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await user.click(save)
    expect(await screen.findByRole('alert')).toHaveTextContent('could not be checked')
    expect(onSubmit).not.toHaveBeenCalled()
    await waitFor(() => expect(save).not.toHaveAttribute('aria-busy'))
    await user.click(save)
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('has no changes when typing is reverted', async () => {
    const { user, email } = setUp()
    expect(screen.getByText('clean')).toBeVisible()
    await user.type(email, 'a')
    expect(screen.getByText('unsaved')).toBeVisible()
    await user.clear(email)
    expect(screen.getByText('clean')).toBeVisible()
  })

  it('adopts what was typed into the prerendered page before it was hydrated', async () => {
    const onSubmit = vi.fn()
    function Early() {
      return (
        <Form initialValues={{ email: '' }} onSubmit={(values) => onSubmit(values)}>
          <TextField name="email" label="Email" />
          <SubmitButton>Save</SubmitButton>
        </Form>
      )
    }
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const early = (input: HTMLInputElement | null) => {
      if (input) set?.call(input, 'early@example.com')
    }
    render(
      <div ref={(element) => early(element?.querySelector('input') ?? null)}>
        <Early />
      </div>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ email: 'early@example.com' }))
  })

  it('is submitted once with what was typed when its button was pressed before it was hydrated', async () => {
    const onSubmit = vi.fn()
    const form = (
      <StrictMode>
        <Form initialValues={{ email: '' }} onSubmit={(values) => onSubmit(values)}>
          <TextField name="email" label="Email" />
          <SubmitButton>Save</SubmitButton>
        </Form>
      </StrictMode>
    )
    const page = document.createElement('div')
    document.body.append(page)
    page.innerHTML = renderToString(form)
    const input = within(page).getByLabelText<HTMLInputElement>('Email')
    input.value = 'early@example.com'
    const button = within(page).getByRole('button', { name: 'Save' })
    button.dataset['pressed'] = ''
    render(form, { container: page, hydrate: true })
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ email: 'early@example.com' }))
    expect(button).not.toHaveAttribute('data-pressed')
    expect(onSubmit).toHaveBeenCalledTimes(1)
  })
})
