import { CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useState, type Ref } from 'react'
import { useEnvironment } from '../environment/Environment'
import { grouped } from '../text/numberWords'
import './toast.css'

/** A button in a toast, e.g. Undo. */
export interface ToastAction {
  readonly label: string
  readonly onAct: () => void
}

export interface Toast {
  readonly message: string
  /** `info`: work under way, or what failed of it. Stays until it is closed or replaced. */
  readonly tone?: 'success' | 'info' | undefined
  /** Closes the toast. */
  readonly action?: ToastAction | undefined
  /** Progress of work that is under way. The toast stays until then, and the browser asks before the tab is closed. */
  readonly progress?: { readonly value: number; readonly max: number } | undefined
}

/** A toast in the notification log. */
export interface Notification extends Toast {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly at: number
}

interface ToastStackProps extends Omit<ToastCardProps, 'toast'> {
  readonly ref: Ref<HTMLElement>
  readonly toasts: readonly Notification[]
}

/** The visible toasts, and beside them what screen readers announce of each. */
export function ToastStack({ ref, toasts, ...card }: ToastStackProps) {
  return (
    <>
      <section ref={ref} popover="manual" className="toasts" aria-label="Notifications">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} {...card} />
        ))}
      </section>
      <div className="sr-only" aria-live="polite">
        {toasts.map((toast) => (
          <Announcement key={toast.id} toast={toast} place={card.place} />
        ))}
      </div>
    </>
  )
}

interface AnnouncementProps {
  readonly toast: Notification
  /** The element that contains the stack. */
  readonly place: Element
}

const announceMs = 100

/**
 * Announces a toast once. Screen readers announce what is added to a region that the page has already, and some announce again what a moved
 * region contains: the text is added after a dialog that reports it has closed, and is removed when the stack moves.
 */
function Announcement({ toast: { message, action }, place }: AnnouncementProps) {
  const { later } = useEnvironment()
  const [written, setWritten] = useState(false)
  useEffect(() => later(announceMs, () => setWritten(true)), [later])
  useLayoutEffect(() => setWritten(false), [place])
  return written && <p>{`Notification: ${message}${action ? ` (${action.label})` : ''}`}</p>
}

const shownMs = 6000
const shownWithActionMs = 12_000

interface ToastCardProps extends AnnouncementProps {
  readonly onHide: (id: number) => void
  readonly onAct: (id: number) => void
}

function ToastCard({ toast, place, onHide, onAct }: ToastCardProps) {
  const { later } = useEnvironment()
  const [paused, setPaused] = useState(false)
  const { id, action, message, progress, tone = 'success' } = toast
  const stays = paused || progress !== undefined || tone === 'info'
  useEffect(() => {
    if (stays) return undefined
    return later(action ? shownWithActionMs : shownMs, () => onHide(id))
  }, [stays, id, action, later, onHide])
  // The pointer and the focus are no longer on it after a move, which no event reports.
  useLayoutEffect(() => setPaused(false), [place])
  const Mark = tone === 'success' ? CircleCheck : Info
  return (
    <div
      className={`toast tone-${tone}`}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Mark className="toast-mark" aria-hidden="true" />
      <p className="toast-message">
        {message}
        {progress && progress.value > 0 && ` ${grouped(progress.value)} of ${grouped(progress.max)}`}
      </p>
      {action && (
        <button type="button" className="toast-action" onClick={() => onAct(id)}>
          {action.label}
        </button>
      )}
      <button type="button" className="toast-close" aria-label="Close" onClick={() => onHide(id)}>
        <X aria-hidden="true" />
      </button>
    </div>
  )
}
