import { QRCodeSVG } from 'qrcode.react'
import { digitsOf } from '../../contract/constants'
import type { TotpSetUp } from '../../contract/factors'
import { CopyText } from '../../ui/text/CopyText'
import { FormDialog, type FormDialogProps } from '../../ui/form/FormDialog'
import { CodeField, codeFaults } from '../signedOut/CodeField'

interface Props extends Pick<FormDialogProps<object>, 'busy' | 'refused' | 'failure' | 'onClose'> {
  readonly setUp: TotpSetUp
  readonly onCode: (code: string) => void
}

/** Shows the secret for the app, once, and asks for the first code. */
export function SetUpDialog({ setUp: { secret, uri }, onCode, ...dialog }: Props) {
  return (
    <FormDialog
      {...dialog}
      title="Set up an authenticator app"
      description="Scan the code with the app on your phone, or type the key into it. Then enter the six digits that it shows."
      action="Turn on"
      asks={false}
      initialValues={{ code: '' }}
      validate={codeFaults}
      onSubmit={({ code }) => onCode(digitsOf(code))}
    >
      <div className="set-up">
        <QRCodeSVG value={uri} size={192} marginSize={4} title="QR code for the authenticator app" className="set-up-code" />
        <div className="set-up-key">
          <span className="factor-state">Key</span>
          <CopyText text={secret.replace(/.{4}(?=.)/g, '$& ')} label="key" />
        </div>
      </div>
      <CodeField hint="If this is your only second factor, turning it on signs you out everywhere else" />
    </FormDialog>
  )
}
