import { getIn, useFormikContext } from 'formik'
import { createContext, useContext, useId } from 'react'
import { same } from './same'

/** Dotted field path → message. */
export type FieldErrors = Readonly<Record<string, string>>

/** The errors of a refusal, and the refused values: an error stays until its field's value changes. */
export interface Refusal {
  readonly errors: FieldErrors
  readonly values: object
}

/** What the parts of a form know of its submits. */
interface FormProgress {
  readonly refusal: Refusal
  readonly attempted: boolean
  readonly submitting: boolean
}

export const FormContext = createContext<FormProgress>({
  refusal: { errors: {}, values: {} },
  attempted: false,
  submitting: false,
})

export interface FormState<V> {
  readonly values: V
  /** Whether the values differ from the clean state; undoing an edit makes the form clean again. */
  readonly dirty: boolean
  readonly submitting: boolean
  setValue(name: string, value: unknown): void
  /** Replaces the values; they are the new clean state. */
  reset(values: V): void
}

/** The state of the surrounding form. */
export function useFormState<V extends object = Record<string, unknown>>(): FormState<V> {
  const formik = useFormikContext<V>()
  return {
    values: formik.values,
    dirty: formik.dirty,
    submitting: useContext(FormContext).submitting,
    setValue: (name, value) => void formik.setFieldValue(name, value),
    reset: (values) => formik.resetForm({ values }),
  }
}

export interface FieldState {
  readonly id: string
  readonly value: unknown
  readonly error: string | null
  /** Whether the error belongs to an entry or a part of the value, not to the value as a whole. */
  readonly inside: boolean
  setValue(value: unknown): void
}

/** A field of the surrounding form: its value, and after a submit attempt its error. */
export function useFieldState(name: string): FieldState {
  const id = useId()
  const formik = useFormikContext<object>()
  const { refusal, attempted } = useContext(FormContext)
  const value: unknown = getIn(formik.values, name)
  const found: unknown = getIn(formik.errors, name)
  const message = attempted ? firstSentence(found) : null
  const refused = same(getIn(refusal.values, name), value) ? refusedSentence(refusal.errors, name) : null
  const inside = message === null ? !(name in refusal.errors) : typeof found !== 'string'
  return { id, value, error: message ?? refused, inside, setValue: (next) => void formik.setFieldValue(name, next) }
}

function refusedSentence(errors: FieldErrors, name: string): string | null {
  const path = Object.keys(errors).find((key) => key === name || key.startsWith(`${name}.`) || key.startsWith(`${name}[`))
  return path === undefined ? null : (errors[path] ?? null)
}

/** The first message of a list's errors. */
function firstSentence(error: unknown): string | null {
  if (typeof error === 'string') return error
  if (error === null || typeof error !== 'object') return null
  return Object.values(error).map(firstSentence).find(Boolean) ?? null
}
