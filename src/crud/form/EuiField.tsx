import { eui64FromMac } from '../../contract/fields'
import { Button } from '../../ui/controls/Button'
import type { FieldProps } from '../../ui/form/Field'
import { TextField } from '../../ui/form/TextField'
import { useFieldState } from '../../ui/form/formState'

/** A device's EUI; for the 12 digits of a MAC-48 it offers the EUI-64 made of them. */
export function EuiField({ fixed, hint, ...field }: FieldProps & { readonly fixed: boolean }) {
  const { value, setValue } = useFieldState(field.name)
  const made = typeof value === 'string' && !fixed ? eui64FromMac(value) : null
  const offer = made !== null && (
    <>
      That is a MAC address.{' '}
      <Button
        size="sm"
        variant="ghost"
        onClick={({ currentTarget }) => {
          // The offer goes with what it was made for; the focus does not.
          currentTarget.closest('.field')?.querySelector('input')?.focus()
          setValue(made)
        }}
      >
        Use {made}
      </Button>
    </>
  )
  return <TextField {...field} mono readOnly={fixed} autoComplete="off" hint={offer || hint} />
}
