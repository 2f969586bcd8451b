import { useEffect, useState, type ComponentType, type FunctionComponent } from 'react'
import { Alert } from './Alert'
import { Button } from '../controls/Button'
import { download } from '../environment/download'

type Load<Props> = () => Promise<ComponentType<Props>>

/** What stands where the code is to be. */
interface Looks<Props> {
  /** Until it is here; nothing unless given. */
  readonly Waiting?: FunctionComponent<Props> | undefined
  /** When it did not come. */
  readonly Failed: FunctionComponent<Props & Retry>
}

interface Retry {
  readonly onRetry: () => void
}

/** A component whose code is fetched when it is first shown. A download that fails ends nothing: `Failed` says so, and Retry downloads it again. */
export function onDemand<Props extends object>(load: Load<Props>, { Waiting, Failed }: Looks<Props>): FunctionComponent<Props> {
  const bring = download(load)
  let Code: ComponentType<Props> | undefined
  return function OnDemand(props: Props) {
    const [failed, setFailed] = useState(false)
    const [, setHere] = useState(false)
    useEffect(() => {
      if (failed || Code !== undefined) return undefined
      let current = true
      bring().then(
        (loaded) => {
          Code = loaded
          if (current) setHere(true)
        },
        () => current && setFailed(true),
      )
      return () => {
        current = false
      }
    }, [failed])
    if (Code !== undefined) return <Code {...props} />
    if (failed) return <Failed {...props} onRetry={() => setFailed(false)} />
    return Waiting === undefined ? null : <Waiting {...props} />
  }
}

/** A dialog, fetched when it is first opened. */
export function dialogOnDemand<Props extends { readonly onClose: () => void }>(load: Load<Props>): FunctionComponent<Props> {
  return onDemand<Props>(load, { Failed: DialogFailed })
}

/** What a popover or a page holds, fetched when it is first reached for. */
export function panelOnDemand<Props extends object>(load: Load<Props>, Waiting?: FunctionComponent): FunctionComponent<Props> {
  return onDemand<Props>(load, { Waiting, Failed: PanelFailed })
}

/** Over the page; the focus is on Retry, and goes back to where it was. */
function DialogFailed({ onRetry, onClose }: Retry & { readonly onClose: () => void }) {
  const [before] = useState(() => document.activeElement)
  useEffect(() => () => (before instanceof HTMLElement ? before.focus() : undefined), [before])
  return (
    <DownloadFailed className="alert-over" autoFocus onRetry={onRetry} onDismiss={onClose}>
      This could not be loaded. Check your connection and try again.
    </DownloadFailed>
  )
}

function PanelFailed({ onRetry }: Retry) {
  return <DownloadFailed onRetry={onRetry}>This could not be loaded.</DownloadFailed>
}

interface DownloadFailedProps extends Retry {
  readonly className?: string
  readonly autoFocus?: boolean
  readonly onDismiss?: (() => void) | undefined
  readonly children: string
}

/** Says that code did not come, and asks for it again. */
function DownloadFailed({ className, autoFocus = false, onRetry, onDismiss, children }: DownloadFailedProps) {
  return (
    <Alert
      role="alert"
      tone="danger"
      className={className}
      onDismiss={onDismiss}
      actions={
        <>
          <Button size="sm" autoFocus={autoFocus} onClick={onRetry}>
            Retry
          </Button>
          <LoadAgain />
        </>
      }
    >
      {children}
    </Alert>
  )
}

/** Helps where the browser remembers that code did not come, or a newer version is served. */
export function LoadAgain() {
  return (
    <a className="link" href={document.URL}>
      Load the page again
    </a>
  )
}
