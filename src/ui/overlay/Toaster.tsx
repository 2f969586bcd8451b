import { CircleCheck, Info, X } from 'lucide-react'
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useEnvironment } from '../environment/Environment'
import './toast.css'

export interface Toast {
  readonly message: string
  readonly tone?: 'success' | 'info' | undefined
  /** E.g. Undo; closes the toast. */
  readonly action?: { readonly label: string; readonly onAct: () => void } | undefined
}

/** A toast in the notification log. */
export interface Notification extends Toast {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly at: number
}

interface Toasts {
  readonly show: (toast: Toast) => void
  /** The toasts of this tab, newest first. */
  readonly log: readonly Notification[]
  /** Runs a toast's action, and removes it from the toast. */
  readonly act: (id: number) => void
}

const ToastContext = createContext<Toasts>({ show: () => undefined, log: [], act: () => undefined })

/** Shows a success or offers Undo; errors are alerts, which stay on the page. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext).show
}

/** The toasts so far, and their remaining actions. */
export function useNotifications(): Omit<Toasts, 'show'> {
  return useContext(ToastContext)
}

const shownMs = 6000
const shownWithActionMs = 12_000
const LOG_MAX = 50

/** Wraps the application; toasts render in the top layer, above everything. */
export function Toaster({ children }: { readonly children: ReactNode }) {
  const { now } = useEnvironment()
  const [log, setLog] = useState<readonly Notification[]>([])
  const [visibleIds, setVisibleIds] = useState<readonly number[]>([])
  const last = useRef(0)

  const show = useCallback(
    (toast: Toast) => {
      last.current += 1
      const id = last.current
      setLog((before) => [{ ...toast, id, at: now() }, ...before].slice(0, LOG_MAX))
      setVisibleIds((before) => [...before, id].slice(-3))
    },
    [now],
  )
  const hide = useCallback((id: number) => setVisibleIds((before) => before.filter((other) => other !== id)), [])
  const toasts = useMemo(
    () => ({
      show,
      log,
      act(id: number) {
        hide(id)
        setLog((before) => before.map((one) => (one.id === id ? { ...one, action: undefined } : one)))
        log.find((one) => one.id === id)?.action?.onAct()
      },
    }),
    [show, hide, log],
  )

  return (
    <ToastContext value={toasts}>
      {children}
      <ToastStack toasts={log.filter(({ id }) => visibleIds.includes(id)).toReversed()} onHide={hide} onAct={toasts.act} />
    </ToastContext>
  )
}

interface ToastStackProps {
  readonly toasts: readonly Notification[]
  readonly onHide: (id: number) => void
  readonly onAct: (id: number) => void
}

function ToastStack({ toasts, onHide, onAct }: ToastStackProps) {
  const stack = useRef<HTMLElement>(null)
  const any = toasts.length > 0
  // A layout effect, so that the top layer is open before the first toast is painted.
  useLayoutEffect(() => {
    const element = stack.current
    if (!any || element === null) return undefined
    element.showPopover()
    return () => element.hidePopover()
  }, [any])
  return (
    <section ref={stack} popover="manual" className="toasts" aria-label="Notifications">
      <div role="status" aria-relevant="additions">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onHide={onHide} onAct={onAct} />
        ))}
      </div>
    </section>
  )
}

interface ToastCardProps extends Omit<ToastStackProps, 'toasts'> {
  readonly toast: Notification
}

function ToastCard({ toast, onHide, onAct }: ToastCardProps) {
  const { later } = useEnvironment()
  const [paused, setPaused] = useState(false)
  const { id, action, message, tone = 'success' } = toast
  useEffect(() => {
    if (paused) return undefined
    return later(action ? shownWithActionMs : shownMs, () => onHide(id))
  }, [paused, id, action, later, onHide])
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
      <p className="toast-message">{message}</p>
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
