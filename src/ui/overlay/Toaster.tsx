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
  type Dispatch,
  type ReactNode,
  type SetStateAction,
} from 'react'
import { createPortal } from 'react-dom'
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
  /** Sets the open modal dialogs, outside of which everything is inert: toasts render inside the last one. */
  readonly setDialogs: Dispatch<SetStateAction<readonly Element[]>>
}

const nothing = () => undefined
const ToastContext = createContext<Toasts>({ show: nothing, log: [], act: nothing, setDialogs: nothing })

/** The toasts so far, their remaining actions, and where they render. */
export function useNotifications(): Toasts {
  return useContext(ToastContext)
}

/** Shows a success or offers Undo; errors are alerts, which stay on the page. */
export function useToast(): (toast: Toast) => void {
  return useNotifications().show
}

const shownMs = 6000
const shownWithActionMs = 12_000
const LOG_MAX = 50
let lastId = 0

/** Wraps the application; toasts render in the top layer, above everything, and inside the dialog that opened last. */
export function Toaster({ children }: { readonly children: ReactNode }) {
  const { now } = useEnvironment()
  const [log, setLog] = useState<readonly Notification[]>([])
  const [visibleIds, setVisibleIds] = useState<readonly number[]>([])
  const [dialogs, setDialogs] = useState<readonly Element[]>([])

  const show = useCallback(
    (toast: Toast) => {
      lastId += 1
      const id = lastId
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
      setDialogs,
      act(id: number) {
        hide(id)
        setLog((before) => before.map((one) => (one.id === id ? { ...one, action: undefined } : one)))
        log.find((one) => one.id === id)?.action?.onAct()
      },
    }),
    [show, hide, log],
  )

  const visible = log.filter(({ id }) => visibleIds.includes(id)).toReversed()
  const stack = <ToastStack toasts={visible} onHide={hide} onAct={toasts.act} />
  return (
    <ToastContext value={toasts}>
      {children}
      {createPortal(stack, dialogs.at(-1) ?? document.body)}
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
    // A dialog that closes as it reports takes the stack out of the page; the toaster then renders it outside.
    if (!any || !element?.isConnected) return undefined
    element.showPopover()
    return () => element.hidePopover()
  }, [any])
  return (
    <section ref={stack} popover="manual" className="toasts" aria-label="Notifications">
      <div role="status">
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
