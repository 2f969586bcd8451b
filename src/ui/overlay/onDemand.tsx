import { useEffect, useState, type ComponentType, type FunctionComponent } from 'react'
import { Alert } from './Alert'
import { Button } from '../controls/Button'
import { codeLoader } from '../environment/codeLoader'

type Load<Props> = () => Promise<ComponentType<Props>>

/** What is rendered in place of the code. */
interface Fallbacks<Props> {
  /** While it loads; nothing by default. */
  readonly Waiting?: FunctionComponent<Props> | undefined
  /** After a failure. */
  readonly Failed: FunctionComponent<Props & Retry>
}

interface Retry {
  readonly onRetry: () => void
}

/** A component whose code loads when it is first rendered. After a failed download, `Failed` offers a retry. */
export function onDemand<Props extends object>(
  load: Load<Props>,
  { Waiting, Failed }: Fallbacks<Props>,
): FunctionComponent<Props> {
  const loadCode = codeLoader(load)
  let Code: ComponentType<Props> | undefined
  return function OnDemand(props: Props) {
    const [failed, setFailed] = useState(false)
    const [, rerender] = useState(false)
    useEffect(() => {
      if (failed || Code !== undefined) return undefined
      let current = true
      loadCode().then(
        (loaded) => {
          Code = loaded
          if (current) rerender(true)
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

/** A dialog whose code loads when it first opens. */
export function dialogOnDemand<Props extends { readonly onClose: () => void }>(load: Load<Props>): FunctionComponent<Props> {
  return onDemand<Props>(load, { Failed: DialogFailed })
}

/** A panel or page whose code loads on first use. */
export function panelOnDemand<Props extends object>(load: Load<Props>, Waiting?: FunctionComponent): FunctionComponent<Props> {
  return onDemand<Props>(load, { Waiting, Failed: PanelFailed })
}

/** Shown over the page; focuses Retry, and restores the focus afterwards. */
function DialogFailed({ onRetry, onClose }: Retry & { readonly onClose: () => void }) {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // StrictMode runs this once while the button is still there.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    },
    [before],
  )
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

/** Says that code failed to load, with a retry button. */
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
          <ReloadLink />
        </>
      }
    >
      {children}
    </Alert>
  )
}

/** A reload helps when the browser caches the failure, or a newer version is deployed. */
export function ReloadLink() {
  return (
    <a className="link" href={document.URL}>
      Reload the page
    </a>
  )
}
