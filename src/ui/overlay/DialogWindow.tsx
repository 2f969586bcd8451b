import { X } from 'lucide-react'
import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '../environment/classes'
import { useNotifications } from './Toaster'
import './dialog.css'

export interface DialogWindowProps {
  /** Called on Escape, the close button or a click outside; the owner unmounts the dialog. */
  readonly onClose: () => void
  /** Title; the focus goes to the element with `data-autofocus`, otherwise to the first field, otherwise to the dialog itself. */
  readonly title: string
  readonly description?: ReactNode | undefined
  readonly children?: ReactNode
  /** Its buttons; the primary one last. */
  readonly footer?: ReactNode | undefined
  readonly size?: 'sm' | 'md' | 'lg' | undefined
  /** drawer: slides in from the right, e.g. for the filters on a small screen. */
  readonly look?: 'window' | 'drawer' | undefined
  readonly role?: 'dialog' | 'alertdialog' | undefined
}

/** A modal on the native dialog element: the browser traps the focus, makes the rest of the page inert and restores the focus. */
export function DialogWindow({
  onClose,
  title,
  description,
  children,
  footer,
  size = 'md',
  look = 'window',
  role,
}: DialogWindowProps) {
  const element = useRef<HTMLDialogElement>(null)
  const pressed = useRef<EventTarget>(null)
  const titleId = useId()
  const descriptionId = useId()
  const { setDialogs } = useNotifications()
  // A layout effect, so that the dialog is never painted or found closed.
  useLayoutEffect(() => {
    const dialog = element.current
    if (dialog === null) return undefined
    const refocus = focusKeeper(document.activeElement)
    dialog.showModal()
    const first =
      dialog.querySelector<HTMLElement>('[data-autofocus]') ??
      dialog.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea):not(:disabled, [hidden])')
    ;(first ?? dialog).focus()
    setDialogs((open) => [...open, dialog])
    return () => {
      setDialogs((open) => open.filter((other) => other !== dialog))
      dialog.close()
      refocus()
    }
  }, [setDialogs])
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
      // The browser allows a close request to be cancelled only once and then closes the dialog, which its owner has to do.
      onClose={() => {
        if (element.current?.open !== false) return
        element.current.showModal()
        onClose()
      }}
      onPointerDown={({ target }) => {
        pressed.current = target
      }}
      // A press that begins inside, such as one that selects text, and ends outside is a click on the dialog as well.
      onClick={({ target }) => target === element.current && target === pressed.current && onClose()}
    >
      <div className="dialog-inner">
        <div className="dialog-head">
          <h2 id={titleId} className="dialog-title">
            {title}
          </h2>
          <button type="button" className="icon-button icon-button-lg dialog-close" aria-label="Close" onClick={onClose}>
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

/** Returns a function that focuses the element again: React may remove the dialog before the browser restores the focus. */
function focusKeeper(element: Element | null): () => void {
  const field = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element : null
  const [start, end] = [field?.selectionStart, field?.selectionEnd]
  return () => {
    if (!(element instanceof HTMLElement && element.isConnected)) return
    // Chromium restores the focus of a field without its caret: what is typed would be lost.
    field?.blur()
    element.focus()
    if (start != null && end != null) field?.setSelectionRange(start, end)
  }
}

/**
 * Handles Escape itself, because the browser may close several dialogs at once, and its second request cannot be cancelled. An open popover
 * inside the dialog is left to the browser, which closes it first.
 */
function isEscape({ key, nativeEvent, currentTarget }: KeyboardEvent): boolean {
  if (key !== 'Escape' || nativeEvent.isComposing) return false
  return ![...currentTarget.querySelectorAll('[popover="auto"]')].some((popup) => popup.getClientRects().length > 0)
}
