import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../controls/Button'
import { dialogOnDemand } from '../overlay/onDemand'
import type { FieldProps } from './Field'
import { useFieldState } from './formState'
import { TextField } from './TextField'

const ScanDialog = dialogOnDemand(async () => (await import('../scan/ScanDialog')).ScanDialog)

/** How a device's identifier is read from the code of its label, and from its MAC address. */
export interface ScanRule {
  /** The identifier in a code's text; null when there is none. */
  read(code: string): string | null
  /** The identifier that belongs to a typed MAC address; null when the text is none. */
  convert(mac: string): string | null
}

interface ScanFieldProps extends FieldProps {
  readonly rule: ScanRule
  readonly fixed: boolean
}

/** A device's identifier: typed, or scanned from the QR code of its label. For a MAC address it offers the matching identifier. */
export function ScanField({ rule, fixed, hint, ...field }: ScanFieldProps) {
  const { value, setValue } = useFieldState(field.name)
  const [scanning, setScanning] = useState(false)
  const converted = typeof value === 'string' && !fixed ? rule.convert(value) : null
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
  const acceptCode = (code: string) => {
    const found = rule.read(code)
    if (found !== null) setValue(found)
    return found !== null
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
      {scanning && <ScanDialog title="Scan a label" onFound={acceptCode} onClose={() => setScanning(false)} />}
    </>
  )
}

/** Whether the browser allows camera access: only over HTTPS and on localhost. */
function hasCamera(): boolean {
  return 'mediaDevices' in navigator && typeof navigator.mediaDevices.getUserMedia === 'function'
}
