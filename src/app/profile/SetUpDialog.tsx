import { QRCodeSVG } from 'qrcode.react'
import { useId, useState } from 'react'
import { useConfirmTotpMutation } from '../../api/factorApi'
import type { TotpSetUp } from '../../contract/factors'
import { Button } from '../../ui/controls/Button'
import { CopyText } from '../../ui/text/CopyText'
import { Dialog } from '../../ui/overlay/Dialog'
import { Form } from '../../ui/form/Form'
import { TextField } from '../../ui/form/TextField'
import { fieldsOf } from '../account/fieldsOf'

interface Props {
  readonly setUp: TotpSetUp
  readonly onDone: (codes: readonly string[]) => void
  readonly onClose: () => void
}

/** Shows the secret for the app, once, and asks for the first code. */
export function SetUpDialog({ setUp: { secret, uri }, onDone, onClose }: Props) {
  const formId = useId()
  const [confirm] = useConfirmTotpMutation()
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open
      title="Set up an authenticator app"
      description="Scan the code with the app on your phone, or type the key into it. Then enter the six digits that it shows."
      // Only the answer brings the recovery codes, which are shown once.
      onClose={busy ? () => undefined : onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            Turn on
          </Button>
        </>
      }
    >
      <div className="set-up">
        <QRCodeSVG value={uri} size={192} marginSize={4} title="QR code for the authenticator app" className="set-up-code" />
        <div className="set-up-key">
          <span className="factor-state">Key</span>
          <CopyText text={secret.replace(/.{4}(?=.)/g, '$& ')} label="key" />
        </div>
      </div>
      <Form
        id={formId}
        label="Confirm the app"
        initialValues={{ code: '' }}
        validate={({ code }) => (/^\d{3} ?\d{3}$/.test(code.trim()) ? {} : { code: 'Enter the six digits of the code' })}
        onSubmit={async ({ code }, { setFieldErrors }) => {
          setBusy(true)
          const { data, error } = await confirm({ code: code.replaceAll(' ', '') }).finally(() => setBusy(false))
          if (data === undefined) setFieldErrors(fieldsOf(error))
          else onDone(data.codes)
        }}
      >
        <TextField
          name="code"
          label="Code"
          hint="Every other session of yours ends with the first second factor"
          mono
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
        />
      </Form>
    </Dialog>
  )
}
