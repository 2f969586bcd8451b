import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../environment/classes'
import { useFieldState, type FieldState } from './formState'
import './field.css'

/** Props of every field. */
export interface FieldProps {
  /** Path of the value in the form. */
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode | undefined
  /** Shown after the value, e.g. "°C". */
  readonly unit?: string | undefined
  /** Shows the required mark; validation is up to the schema. */
  readonly required?: boolean | undefined
  /** A warning about a valid but unusual value. */
  readonly warning?: string | null | undefined
  readonly className?: string | undefined
}

/** Attributes that associate a control with its label, hint, unit and error. */
export interface ControlProps {
  readonly id: string
  readonly name: string
  readonly 'aria-required': true | undefined
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

interface FieldShellProps extends FieldProps {
  readonly children: (control: ControlProps, state: FieldState) => ReactNode
}

/** Renders label, control, hint and error; the control is the child. */
export function FieldShell(props: FieldShellProps) {
  const { name, label, hint, unit, required, warning, className, children } = props
  const state = useFieldState(name)
  const control = controlProps(props, state)
  return (
    <div className={cx('field', className)}>
      <label htmlFor={state.id} className="field-label" data-required={required || undefined}>
        {label}
      </label>
      <div className={cx('control', state.error !== null && 'control-invalid')}>
        {children(control, state)}
        {unit && (
          <span id={`${state.id}-unit`} className="control-unit">
            {unit}
          </span>
        )}
      </div>
      <FieldNotes id={state.id} error={state.error} warning={warning} hint={hint} />
    </div>
  )
}

interface FieldNotesProps {
  readonly id: string
  readonly error: string | null
  readonly warning?: string | null | undefined
  readonly hint?: ReactNode | undefined
}

/** The lines below a control: error, warning, hint. */
export function FieldNotes({ id, error, warning, hint }: FieldNotesProps) {
  return (
    <>
      {error !== null && (
        <p id={`${id}-error`} className="field-error">
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
      {warning && (
        <p id={`${id}-warning`} className="field-warning">
          <TriangleAlert aria-hidden="true" />
          {warning}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </>
  )
}

/** The attributes that associate a control with the notes that are shown. */
export function controlProps(props: FieldProps, state: FieldState): ControlProps {
  const notes = [
    state.error !== null && `${state.id}-error`,
    props.warning && `${state.id}-warning`,
    props.hint && `${state.id}-hint`,
    props.unit && `${state.id}-unit`,
  ].filter((note): note is string => typeof note === 'string')
  return {
    id: state.id,
    name: props.name,
    'aria-required': props.required === true ? true : undefined,
    'aria-invalid': state.error === null ? undefined : true,
    'aria-describedby': notes.length === 0 ? undefined : notes.join(' '),
  }
}

/** A form value as an input's text. */
export function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
