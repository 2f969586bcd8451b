import { Copy, Download, Printer } from 'lucide-react'
import { useGetAccountQuery } from '../../api/accountApi'
import { Button } from '../../ui/controls/Button'
import { useEnvironment } from '../../ui/environment/Environment'
import { OnceDialog } from '../../ui/overlay/OnceDialog'
import { useCopy } from '../../ui/text/useCopy'

interface Props {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

const USE = 'Each signs you in once when you do not have your app or passkey.'

/** Shows new recovery codes, once. */
export function CodesDialog({ codes, onClose }: Props) {
  const { download } = useEnvironment()
  const { data } = useGetAccountQuery()
  const text = codes.join('\n')
  const { shown, copied, copy } = useCopy<HTMLOListElement>(text)
  return (
    <OnceDialog
      title="Your recovery codes"
      description={`${USE} They are not shown again: keep them where you keep passwords.`}
      done="I have saved them"
      onClose={onClose}
    >
      <div className="print-alone">
        <div className="recovery-heading">
          <h3>Recovery codes of {data?.email} for Frond</h3>
          <p>{USE}</p>
        </div>
        <ol ref={shown} className="recovery-codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <div className="recovery-ways">
        <Button
          icon={Download}
          onClick={() => download('frond-recovery-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }))}
        >
          Download
        </Button>
        <Button icon={Copy} onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button icon={Printer} onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </OnceDialog>
  )
}
