import { X } from 'lucide-react'
import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '../environment/classes'
import './dialog.css'

export interface DialogProps {
  readonly open: boolean
  /** Escape, the cross or a click outside; the owner sets `open` to false. */
  readonly onClose: () => void
  /** The focus goes to the element with `data-autofocus`, else to the first field, else to the window itself. */
  readonly title: string
  readonly description?: ReactNode | undefined
  readonly children?: ReactNode
  /** Its buttons; the main one last. */
  readonly footer?: ReactNode | undefined
  readonly size?: 'sm' | 'md' | 'lg' | undefined
  /** drawer: slides in from the right, e.g. the filters of a small screen. */
  readonly look?: 'window' | 'drawer' | undefined
  readonly role?: 'dialog' | 'alertdialog' | undefined
}

/** A modal window over the native dialog: the browser traps the focus, makes the rest inert and gives the focus back. */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

function OpenDialog({ onClose, title, description, children, footer, size = 'md', look = 'window', role }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const descriptionId = useId()
  // Before anybody can see or find it shut.
  useLayoutEffect(() => {
    const dialog = element.current
    const before = document.activeElement
    dialog?.showModal()
    const first =
      dialog?.querySelector<HTMLElement>('[data-autofocus]') ??
      dialog?.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea):not(:disabled)')
    ;(first ?? dialog)?.focus()
    return () => {
      dialog?.close()
      // React may take the element out of the page before the browser gives the focus back.
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      role={role}
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-describedby={description ? descriptionId : undefined}
      className={cx('dialog', `dialog-${look}`, `dialog-${size}`)}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        if (!isEscape(event)) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      // A browser lets its own way of closing be refused once; after that it closes the window, which is for its owner to do.
      onClose={() => {
        if (element.current?.open !== false) return
        element.current.showModal()
        onClose()
      }}
      onClick={(event) => event.target === element.current && onClose()}
    >
      <div className="dialog-inner">
        <div className="dialog-head">
          <h2 id={titleId} className="dialog-title">
            {title}
          </h2>
          <button type="button" className="dialog-close" aria-label="Close" onClick={onClose}>
            <X aria-hidden="true" />
          </button>
        </div>
        {description && (
          <div id={descriptionId} className="dialog-description">
            {description}
          </div>
        )}
        {children && <div className="dialog-body">{children}</div>}
        {footer && <div className="dialog-foot">{footer}</div>}
      </div>
    </dialog>
  )
}

/**
 * The browser's own answer to Escape may close several windows at once, and the second time cannot be refused. What has popped up in
 * the window goes first, by the browser.
 */
function isEscape({ key, nativeEvent, currentTarget }: KeyboardEvent): boolean {
  if (key !== 'Escape' || nativeEvent.isComposing) return false
  return ![...currentTarget.querySelectorAll('[popover="auto"]')].some((popup) => popup.getClientRects().length > 0)
}
