import { Copy, Download, Printer } from 'lucide-react'
import { Button } from '../../ui/controls/Button'
import { useEnvironment } from '../../ui/environment/Environment'
import { OnceDialog } from '../../ui/overlay/OnceDialog'
import { useCopy } from '../../ui/text/useCopy'

interface Props {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** Shows new recovery codes, once. */
export function CodesDialog({ codes, onClose }: Props) {
  const { download } = useEnvironment()
  const text = codes.join('\n')
  const { shown, copied, copy } = useCopy<HTMLOListElement>(text)
  return (
    <OnceDialog
      title="Your recovery codes"
      description="Each signs you in once when you do not have your app or passkey. They are not shown again: keep them where you keep passwords."
      done="I have saved them"
      onClose={onClose}
    >
      <ol ref={shown} className="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
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
