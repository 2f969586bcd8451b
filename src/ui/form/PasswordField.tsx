import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { asText, FieldShell, type FieldProps } from './Field'

export interface PasswordFieldProps extends FieldProps {
  readonly autoComplete: 'current-password' | 'new-password'
}

/** A password, hidden until the eye button is pressed; its value is a string. */
export function PasswordField({ autoComplete, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <FieldShell {...field}>
      {(control, { value, setValue }) => (
        <>
          <input
            {...control}
            type={shown ? 'text' : 'password'}
            className="input"
            value={asText(value)}
            onChange={(event) => setValue(event.target.value)}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            type="button"
            className="icon-button icon-button-lg"
            aria-label="Show characters"
            aria-pressed={shown}
            data-tip={shown ? 'Hide characters' : 'Show characters'}
            onClick={() => setShown(!shown)}
          >
            <Icon aria-hidden="true" />
          </button>
        </>
      )}
    </FieldShell>
  )
}
