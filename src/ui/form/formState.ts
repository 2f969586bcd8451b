import { getIn, useFormikContext } from 'formik'
import { createContext, useContext, useId } from 'react'

/** Field path, dotted → sentence for the user. */
export type FieldErrors = Readonly<Record<string, string>>

/** What the server refused, and the values it refused: a sentence stands until its field's value is another. */
export interface Refusal {
  readonly errors: FieldErrors
  readonly values: object
}

export const RefusalContext = createContext<{ readonly refusal: Refusal; readonly attempted: boolean }>({
  refusal: { errors: {}, values: {} },
  attempted: false,
})

export interface FormState<V> {
  readonly values: V
  /** The values differ from the clean state; typing and reverting is clean. */
  readonly dirty: boolean
  readonly submitting: boolean
  readonly attempted: boolean
  setValue(name: string, value: unknown): void
  submit(): void
}

/** The form around this component. */
export function useFormState<V extends object = Record<string, unknown>>(): FormState<V> {
  const formik = useFormikContext<V>()
  return {
    values: formik.values,
    dirty: formik.dirty,
    submitting: formik.isSubmitting,
    attempted: useContext(RefusalContext).attempted,
    setValue: (name, value) => void formik.setFieldValue(name, value),
    submit: () => void formik.submitForm(),
  }
}

export interface FieldState {
  readonly id: string
  readonly value: unknown
  readonly error: string | null
  /** The error is one of an entry or a part of this value, not of the value as a whole. */
  readonly inside: boolean
  setValue(value: unknown): void
}

/** One field of the form around: its value, and its error once a submit was attempted. */
export function useFieldState(name: string): FieldState {
  const id = useId()
  const formik = useFormikContext<object>()
  const { refusal, attempted } = useContext(RefusalContext)
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

/** The errors of a list are a list; the first sentence stands for them. */
function firstSentence(error: unknown): string | null {
  if (typeof error === 'string') return error
  if (error === null || typeof error !== 'object') return null
  return Object.values(error).map(firstSentence).find(Boolean) ?? null
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
