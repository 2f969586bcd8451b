import { QRCodeSVG } from 'qrcode.react'
import { useId } from 'react'
import type { TotpSetUp } from '../../contract/factors'
import { Button } from '../../ui/controls/Button'
import { CopyText } from '../../ui/text/CopyText'
import { Failure } from '../../ui/overlay/Failure'
import { Dialog } from '../../ui/overlay/Dialog'
import { Form, type FormProps } from '../../ui/form/Form'
import { TextField } from '../../ui/form/TextField'

interface Props extends Pick<FormProps<object>, 'refused'> {
  readonly setUp: TotpSetUp
  /** A call is under way: the dialog cannot be closed. */
  readonly busy: boolean
  /** Why the last call failed, if no input shows it. */
  readonly failure: string | null
  readonly onCode: (code: string) => void
  readonly onClose: () => void
}

/** Shows the secret for the app, once, and asks for the first code. */
export function SetUpDialog({ setUp: { secret, uri }, busy, refused, failure, onCode, onClose }: Props) {
  const formId = useId()
  return (
    <Dialog
      title="Set up an authenticator app"
      description="Scan the code with the app on your phone, or type the key into it. Then enter the six digits that it shows."
      asks={false}
      onClose={onClose}
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
        refused={refused}
        onSubmit={({ code }) => onCode(code.replaceAll(' ', ''))}
      >
        <Failure>{failure}</Failure>
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
