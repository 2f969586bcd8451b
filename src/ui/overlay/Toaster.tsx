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
import { ToastStack, type Notification, type Toast } from './ToastStack'

/** Shows a toast; the returned function replaces it. A toast without progress appears again even when the user has closed the one before. */
type ShowToast = (toast: Toast) => (next: Toast) => void

interface Toasts {
  readonly show: ShowToast
  /** The toasts of this tab, newest first. */
  readonly log: readonly Notification[]
  /** Runs a toast's action, and removes it from the toast. */
  readonly act: (id: number) => void
  /** Sets the open modal dialogs, outside of which everything is inert: toasts render inside the last one. */
  readonly setDialogs: Dispatch<SetStateAction<readonly Element[]>>
}

const nothing = () => undefined
const ToastContext = createContext<Toasts>({ show: () => nothing, log: [], act: nothing, setDialogs: nothing })

/** The toasts so far, their remaining actions, and where they render; and toasts that are replaced. */
export function useNotifications(): Toasts {
  return useContext(ToastContext)
}

/** Shows a success or offers Undo; errors are alerts, which stay on the page. */
export function useToast(): (toast: Toast) => void {
  return useNotifications().show
}

const LOG_MAX = 50
let lastId = 0

/** Wraps the application; toasts render in the top layer, above everything, and inside the dialog that opened last. */
export function Toaster({ children }: { readonly children: ReactNode }) {
  const { now } = useEnvironment()
  const [log, setLog] = useState<readonly Notification[]>([])
  const [visibleIds, setVisibleIds] = useState<readonly number[]>([])
  const [dialogs, setDialogs] = useState<readonly Element[]>([])
  const [frame] = useState(() => document.createElement('div'))
  const stack = useRef<HTMLElement>(null)
  const place = dialogs.at(-1) ?? document.body
  const hasVisible = visibleIds.length > 0
  const isUnderWay = log.some(({ progress }) => progress !== undefined)

  // The frame moves, because toasts that are rendered elsewhere would begin again: their time, and their announcement.
  useLayoutEffect(() => {
    place.append(frame)
    return () => frame.remove()
  }, [place, frame])
  // A layout effect, so that the top layer is open before the first toast is painted; a move closes it.
  useLayoutEffect(() => {
    const element = stack.current
    // A dialog that closes as it reports takes the frame out of the page, until the effect above moves it.
    if (!hasVisible || !element?.isConnected) return undefined
    element.showPopover()
    return () => element.hidePopover()
  }, [hasVisible, place])

  // Leaving the page does not stop the work, but closing the tab does.
  useEffect(() => {
    if (!isUnderWay) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnderWay])

  const show = useCallback(
    (toast: Toast) => {
      lastId += 1
      const id = lastId
      const write = (next: Toast) =>
        setLog((before) => [{ ...next, id, at: now() }, ...before.filter((one) => one.id !== id)].slice(0, LOG_MAX))
      const raise = () => setVisibleIds((before) => [...before.filter((one) => one !== id), id].slice(-3))
      write(toast)
      raise()
      return (next: Toast) => {
        write(next)
        if (next.progress === undefined) raise()
      }
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

  const cards = { toasts: log.filter(({ id }) => visibleIds.includes(id)).toReversed(), place, onHide: hide, onAct: toasts.act }
  return (
    <ToastContext value={toasts}>
      {children}
      {createPortal(<ToastStack ref={stack} {...cards} />, frame)}
    </ToastContext>
  )
}
