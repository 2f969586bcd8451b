import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import { eui64FromMac, euiIn } from '../../contract/fields'
import { Button } from '../../ui/controls/Button'
import type { FieldProps } from '../../ui/form/Field'
import { TextField } from '../../ui/form/TextField'
import { useFieldState } from '../../ui/form/formState'
import { dialogOnDemand } from '../../ui/overlay/onDemand'

const ScanDialog = dialogOnDemand(async () => (await import('../../ui/scan/ScanDialog')).ScanDialog)

/** A device's EUI: typed, or scanned from the QR code of its label. For a MAC-48 of 12 digits it offers the matching EUI-64. */
export function EuiField({ fixed, hint, ...field }: FieldProps & { readonly fixed: boolean }) {
  const { value, setValue } = useFieldState(field.name)
  const [scanning, setScanning] = useState(false)
  const converted = typeof value === 'string' && !fixed ? eui64FromMac(value) : null
  const offer = converted !== null && (
    <>
      That is a MAC address.{' '}
      <Button
        size="sm"
        variant="ghost"
        onClick={({ currentTarget }) => {
          // The offer disappears once it is accepted; the focus moves to the input.
          currentTarget.closest('.field')?.querySelector('input')?.focus()
          setValue(converted)
        }}
      >
        Use {converted}
      </Button>
    </>
  )
  const scan = hasCamera() && !fixed && (
    <Button size="sm" variant="ghost" icon={ScanLine} onClick={() => setScanning(true)}>
      Scan a label
    </Button>
  )
  const take = (text: string) => {
    const eui = euiIn(text)
    if (eui !== null) setValue(eui)
    return eui !== null
  }
  return (
    <>
      <TextField
        {...field}
        mono
        readOnly={fixed}
        autoComplete="off"
        hint={
          offer || (
            <>
              {hint} {scan}
            </>
          )
        }
      />
      {scanning && <ScanDialog title="Scan a label" onFound={take} onClose={() => setScanning(false)} />}
    </>
  )
}

/** Whether the browser allows camera access: only over HTTPS and on localhost. */
function hasCamera(): boolean {
  return 'mediaDevices' in navigator && typeof navigator.mediaDevices.getUserMedia === 'function'
}
