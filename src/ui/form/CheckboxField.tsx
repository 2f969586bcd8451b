import { cx } from '../environment/classes'
import { controlProps, FieldNotes, type FieldProps } from './Field'
import { useFieldState } from './formState'
import '../controls/checkbox.css'
import './field.css'

export interface CheckboxFieldProps extends Omit<FieldProps, 'unit'> {
  /** Appearance only; it remains a checkbox. */
  readonly look?: 'box' | 'switch' | undefined
}

/** A boolean field. */
export function CheckboxField({ look = 'box', ...field }: CheckboxFieldProps) {
  const state = useFieldState(field.name)
  return (
    <div className={cx('field', field.className)}>
      <label className="check">
        <input
          {...controlProps(field, state)}
          type="checkbox"
          className={look === 'switch' ? 'switch' : 'checkbox'}
          checked={state.value === true}
          onChange={(event) => state.setValue(event.target.checked)}
        />
        <span>{field.label}</span>
      </label>
      <FieldNotes id={state.id} error={state.error} warning={field.warning} hint={field.hint} />
    </div>
  )
}
