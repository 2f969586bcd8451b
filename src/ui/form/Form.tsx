import { FormikProvider, getIn, setIn, useFormik, validateYupSchema, yupToFormErrors, type FormikErrors } from 'formik'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react'
import { Alert } from '../overlay/Alert'
import { Button, type ButtonProps } from '../controls/Button'
import { cx } from '../environment/classes'
import { useTyped } from '../overlay/dialogScope'
import { ENTER_BOTH, partlyTyped } from './dateInput'
import { FormContext, useFormState, type FieldErrors, type Refusal } from './formState'
import { same } from './same'
import './field.css'

/** The parts of a Yup schema that the form uses. */
interface FormSchema {
  validate(value: unknown, options?: object): Promise<unknown>
}

interface FormTools<V> {
  /** Shows the server's errors on their fields; each stays until its field changes. */
  setFieldErrors(errors: FieldErrors): void
  /** Makes `values` the new clean state, but keeps the fields that the user has changed since the submit. */
  reset(values?: V): void
}

export interface FormProps<V extends object> {
  readonly initialValues: V
  /** A function loads the schema on the first submit. */
  readonly schema?: FormSchema | (() => Promise<FormSchema>) | undefined
  /** Validation that the schema cannot express: field → message. */
  readonly validate?: ((values: V) => FieldErrors) | undefined
  /** Called with valid values only; the form is busy until the promise settles. */
  readonly onSubmit: (values: V, tools: FormTools<V>) => void | Promise<void>
  /** Server errors from outside `onSubmit`; a new object shows them and focuses the first field. */
  readonly refused?: FieldErrors | null | undefined
  /** A save that `onSubmit` only began still runs: the form is busy as if its promise had not settled. */
  readonly busy?: boolean | undefined
  readonly label?: string | undefined
  readonly id?: string | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A form on Formik: shows errors only after a submit attempt, focuses the first invalid field, and keeps typed values. */
export function Form<V extends object>(props: FormProps<V>) {
  const { initialValues, schema, validate, onSubmit, refused = null, busy = false, className, children, id, label } = props
  const element = useRef<HTMLFormElement>(null)
  const [attempted, setAttempted] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>(noRefusal)
  const [uncheckable, setUncheckable] = useState(false)

  const formik = useFormik<V>({
    initialValues,
    validateOnBlur: false,
    validateOnChange: attempted,
    validate: async (values) => {
      const errors = nested<V>(validate?.(values) ?? {})
      try {
        const loaded = typeof schema === 'function' ? await schema() : schema
        setUncheckable(false)
        const found = loaded ? { ...errors, ...(await schemaErrors(values, loaded)) } : errors
        return partlyTyped(element.current).reduce((all, { name }) => setIn(all, name, ENTER_BOTH), found)
      } catch {
        setUncheckable(true)
        return setIn(errors, UNCHECKABLE, true)
      }
    },
    // Always returns a promise: without one Formik stays busy.
    onSubmit: async (values) => {
      await onSubmit(values, {
        setFieldErrors: (errors) => setRefusal({ errors, values }),
        reset: (next) => {
          setRefusal(noRefusal)
          setAttempted(false)
          formik.resetForm(next === undefined ? {} : { values: next })
          for (const [name, typed] of Object.entries(latest.current))
            if (!same(typed, getIn(values, name))) void formik.setFieldValue(name, typed, false)
        },
      })
    },
  })

  const latest = useRef(formik.values)
  useEffect(() => {
    latest.current = formik.values
  }, [formik.values])
  useAdoptedInput(element, formik.values, formik.setFieldValue)
  // A refusal refers to the form's values at the time when it arrives.
  const onRefused = useEffectEvent((errors: FieldErrors) => setRefusal({ errors, values: formik.values }))
  useEffect(() => {
    if (refused !== null) onRefused(refused)
  }, [refused])
  const submitting = formik.isSubmitting || busy
  useTyped(formik.dirty && !submitting)
  useFocusOnFirstError(element, submitting, refusal, formik.submitCount, formik.isValid)

  const context = useMemo(() => ({ refusal, attempted, submitting }), [refusal, attempted, submitting])
  return (
    <FormikProvider value={formik}>
      <FormContext value={context}>
        <form
          ref={element}
          id={id}
          aria-label={label}
          // Before the page is hydrated, the browser would send the form, and put a password into the address.
          method="dialog"
          noValidate
          className={cx('form', className)}
          onSubmit={(event) => {
            setAttempted(true)
            // In a dialog over another form, keeps the event from the outer form.
            event.stopPropagation()
            if (submitting) event.preventDefault()
            else formik.handleSubmit(event)
          }}
        >
          {uncheckable && attempted && (
            <Alert tone="danger" role="alert">
              What you entered could not be checked. Check your connection and try again.
            </Alert>
          )}
          {children}
        </form>
      </FormContext>
    </FormikProvider>
  )
}

/** Error key for a schema that failed to load, so that nothing is submitted without validation. */
const UNCHECKABLE = 'uncheckable'

const noRefusal: Refusal = { errors: {}, values: {} }

async function schemaErrors<V extends object>(values: V, schema: FormSchema): Promise<FormikErrors<V>> {
  try {
    await validateYupSchema(values, schema)
    return {}
  } catch (error) {
    if (error instanceof Error && error.name === 'ValidationError') return yupToFormErrors<V>(error)
    throw error
  }
}

function nested<V>(errors: FieldErrors): FormikErrors<V> {
  return Object.entries(errors).reduce<FormikErrors<V>>((all, [path, message]) => setIn(all, path, message), {})
}

/** Adopts what was typed or autofilled before React hydrated the form, then submits it if its button was pressed (see beforePaint.ts). */
function useAdoptedInput(
  form: { readonly current: HTMLFormElement | null },
  values: object,
  setValue: (name: string, value: unknown) => unknown,
) {
  const [isPressed, setPressed] = useState(false)
  const adopt = useEffectEvent((input: HTMLInputElement) => {
    const known: unknown = getIn(values, input.name)
    // An input may show its value as another text, such as a moment in local time: what it began with is in `defaultValue`.
    if (typeof known === 'string' && input.value !== input.defaultValue) void setValue(input.name, input.value)
    if (typeof known === 'boolean' && input.checked !== known) void setValue(input.name, input.checked)
  })
  useEffect(() => {
    for (const input of form.current?.querySelectorAll('input') ?? []) adopt(input)
    const pressed = form.current?.querySelector('[data-pressed]') ?? null
    // StrictMode runs the effect twice: the second run must not forget the press.
    if (pressed === null) return
    pressed.removeAttribute('data-pressed')
    setPressed(true)
  }, [form])
  // The adopted values are rendered by now.
  useEffect(() => {
    if (isPressed) form.current?.requestSubmit()
  }, [form, isPressed])
}

/** Focuses the first invalid field after a submit with invalid values, and after a refusal. */
function useFocusOnFirstError(
  form: { readonly current: HTMLFormElement | null },
  submitting: boolean,
  refusal: Refusal,
  attempts: number,
  isValid: boolean,
) {
  const seen = useRef([0, noRefusal])
  useEffect(() => {
    const [seenAttempts, seenRefusal] = seen.current
    if (submitting || (attempts === seenAttempts && refusal === seenRefusal)) return
    seen.current = [attempts, refusal]
    // Values that were sent need another refusal: a field still shows the error of the one before.
    if (!isValid || refusal !== seenRefusal)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus()
  })
}

export interface SubmitButtonProps extends Omit<ButtonProps, 'type' | 'onClick'> {}

/** Submits the surrounding form and shows its progress; `busy` adds to the form's own state. */
export function SubmitButton({ variant = 'primary', busy = false, ...rest }: SubmitButtonProps) {
  const { submitting } = useFormState()
  return <Button {...rest} type="submit" variant={variant} busy={busy || submitting} />
}
