import type { ComponentProps } from 'react'
import { cx } from '../environment/classes'
import { asText, FieldShell, type FieldProps } from './Field'

export interface TextFieldProps
  extends FieldProps, Pick<ComponentProps<'input'>, 'autoComplete' | 'inputMode' | 'list' | 'maxLength' | 'readOnly'> {
  readonly type?: 'text' | 'email' | undefined
  /** For identifiers: monospace, without autocorrection. */
  readonly mono?: boolean | undefined
}

/** Single-line text; its value is a string. */
export function TextField({
  type = 'text',
  mono = false,
  autoComplete,
  maxLength,
  inputMode,
  readOnly,
  list,
  ...field
}: TextFieldProps) {
  // What is an identifier, or one of a list, is no word to correct.
  const isCode = mono || type === 'email' || list !== undefined
  return (
    <FieldShell {...field}>
      {(control, { value, setValue }) => (
        <input
          {...control}
          type={type}
          className={cx('input', mono && 'mono')}
          value={asText(value)}
          onChange={(event) => setValue(event.target.value)}
          autoComplete={autoComplete}
          maxLength={maxLength}
          inputMode={inputMode}
          readOnly={readOnly}
          list={list}
          spellCheck={isCode ? false : undefined}
          autoCapitalize={isCode ? 'none' : undefined}
        />
      )}
    </FieldShell>
  )
}
